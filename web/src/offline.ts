// The page without a connection: a service worker keeps what the page is made of.

/** Keeps the page, once it is there. Where that is not allowed, it works as long as it is open. */
export function workOffline(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  navigator.serviceWorker.register('./service-worker.js').catch(() => undefined);
}
