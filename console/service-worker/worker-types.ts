/** What the service worker uses of its surroundings. TypeScript has their types only without those of pages. */

type Extendable = { waitUntil(work: Promise<unknown>): void }
type Fetching = Extendable & { request: Request; respondWith(answer: Promise<Response>): void }

export type Worker = {
  addEventListener(event: 'install' | 'activate', listener: (event: Extendable) => void): void
  addEventListener(event: 'message', listener: (event: { ports: readonly MessagePort[] }) => void): void
  addEventListener(event: 'fetch', listener: (event: Fetching) => void): void
  skipWaiting(): Promise<void>
  clients: { claim(): Promise<void> }
}
