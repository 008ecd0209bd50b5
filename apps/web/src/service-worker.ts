/**
 * The service worker `sw.js`, which keeps the quiz working offline. It serves the site's pages and
 * files; API calls pass through. No imports.
 */

/** The files the quiz needs, where the server answers for itself, and a name that changes with either. Written by the build. */
declare const files: readonly string[]
declare const bases: readonly string[]
declare const version: string

type LifeEvent = Event & { waitUntil: (work: Promise<unknown>) => void }
type AskEvent = Event & { request: Request; respondWith: (answer: Promise<Response>) => void }

declare const self: {
  addEventListener(type: 'install' | 'activate', listen: (event: LifeEvent) => void): void
  addEventListener(type: 'fetch', listen: (event: AskEvent) => void): void
}

const cacheName = `yasny-den-${version}`
/**
 * An address with the empty shell (`client-routes.ts`), for all client-rendered pages except the
 * cabinet.
 */
const shell = '/payment_failed'
const pages = ['/', '/profile', shell]
/** The network's time before the cached page is used. */
const networkTimeoutMs = 4000

self.addEventListener('install', (event) => {
  const fresh = pages.map((path) => new Request(path, { cache: 'reload' }))
  event.waitUntil(caches.open(cacheName).then((cache) => cache.addAll([...fresh, ...files])))
})

// Runs once no page of an older version is open, so none loses its files.
self.addEventListener('activate', (event) => event.waitUntil(deleteOldCaches()))

self.addEventListener('fetch', (event) => {
  const { method, mode, url } = event.request
  const { origin, pathname } = new URL(url)
  if (method !== 'GET' || origin !== location.origin || isServerPath(pathname)) return
  // Network first, so that pages are current.
  if (mode === 'navigate')
    event.respondWith(
      pages.includes(pathname)
        ? fetchOrCached(event.request, pathname)
        : fetch(event.request).catch(() => readCached(shell)),
    )
  else if (files.includes(pathname)) event.respondWith(readCached(pathname).catch(() => fetch(event.request)))
})

function isServerPath(path: string): boolean {
  return bases.some((base) => `${path}/`.startsWith(`/${base}/`))
}

/**
 * Falls back to the cache for slow networks and proxy errors. A late answer is not cached, because
 * it may be of a newer version.
 */
async function fetchOrCached(request: Request, path: string): Promise<Response> {
  const asked = fetch(request)
  const tooLong = new Promise<null>((resolve) => setTimeout(() => resolve(null), networkTimeoutMs))
  const answer = await Promise.race([asked.catch(() => null), tooLong])
  return answer && answer.status < 500 ? answer : readCached(path).catch(() => asked)
}

/** Reads only this version's cache, because older ones may remain. */
async function readCached(path: string): Promise<Response> {
  const response = await (await caches.open(cacheName)).match(path)
  if (!response) throw new Error(`${path} is not kept`)
  return response
}

async function deleteOldCaches(): Promise<void> {
  for (const name of await caches.keys())
    if (name.startsWith('yasny-den-') && name !== cacheName) await caches.delete(name)
}

export {}
