// Keeps the page for times without a connection. The build writes into it which files there
// are (`FILES`) and a name for exactly these (`VERSION`).
//
// A library could do this, with hundreds of packages behind it; all there is to do is to keep
// a dozen files that never change under their names, and one that does: the page itself, which
// is fetched anew whenever that is possible. Files of the version before stay until the next,
// because a page that is still open may yet start a worker of its own version.
const [FILES, VERSION] = [/* files */ [], /* version */ ''];
const PREFIX = 'surefoot ';
const PAGE = './';

self.addEventListener('install', (event) => {
  const keep = async () => {
    const cache = await caches.open(PREFIX + VERSION);
    await Promise.all(
      [PAGE, ...FILES].map(async (file) => {
        const answer = await fetch(file);
        if (!answer.ok) throw new Error(`${file}: ${answer.status}`);
        await cache.put(file, answer);
      }),
    );
    await self.skipWaiting();
  };
  event.waitUntil(keep());
});

self.addEventListener('activate', (event) => {
  const takeOver = async () => {
    const mine = (await caches.keys()).filter((name) => name.startsWith(PREFIX));
    await Promise.all(mine.slice(0, -2).map((name) => caches.delete(name)));
    await self.clients.claim();
  };
  event.waitUntil(takeOver());
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const address = new URL(request.url);
  if (request.method !== 'GET' || address.origin !== location.origin) return;
  if (request.mode === 'navigate') {
    // Links of other pages carry their board in the query; it is the same page.
    if (address.pathname === new URL(PAGE, location.href).pathname) event.respondWith(page(request));
  } else if (FILES.some((file) => new URL(file, location.href).pathname === address.pathname)) {
    event.respondWith(file(request));
  }
});

/** The page as it is now, else as it was kept. */
async function page(request) {
  try {
    return await fetch(request);
  } catch (reason) {
    const kept = await caches.match(PAGE);
    if (kept) return kept;
    throw reason;
  }
}

/** A file of this version. */
async function file(request) {
  return (await caches.match(request, { ignoreSearch: true })) ?? fetch(request);
}
