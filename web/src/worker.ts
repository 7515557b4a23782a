// The engine's side of the wall between page and computing: one call at a time, each
// answered. The page may end a worker at any moment; everything in it can be made
// again from an order.
//
// There are three kinds. The table is what the page begins with: games, reading and writing,
// exact analysis and proofs. The players come when somebody asks for advice or wants to watch; they
// bring the whole engine, which is half as much again to load. Replays come from the same module when
// somebody brings one.

// biome-ignore lint/suspicious/noExplicitAny: what is called knows its own arguments.
export type AnyCalls = Record<string, (...args: any[]) => unknown>;
export type Request = { id: number; name: string; args: unknown[] };
export type Reply = { id: number; value?: unknown; error?: string };

/** Answers calls; the first message is the module, compiled. */
export function answer(calls: AnyCalls, init: (module: { module: WebAssembly.Module }) => unknown): void {
  self.onmessage = (event: MessageEvent<WebAssembly.Module | Request>) => {
    const message = event.data;
    if (message instanceof WebAssembly.Module) {
      init({ module: message });
      return;
    }
    const { id, name, args } = message;
    try {
      self.postMessage({ id, value: calls[name]?.(...args) } satisfies Reply);
    } catch (error) {
      const words = error instanceof Error ? error.message : String(error);
      self.postMessage({ id, error: words } satisfies Reply);
    }
  };
}
