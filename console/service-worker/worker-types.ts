/** What the service worker uses of its surroundings. TypeScript has their types only without those of pages. */

type Extendable = { waitUntil(work: Promise<unknown>): void }
type Fetching = Extendable & { request: Request; respondWith(answer: Promise<Response>): void }

type Pushed = Extendable & { data: { json(): unknown } | null }
type Pressed = Extendable & { notification: { close(): void; data: unknown } }

export type Worker = {
  addEventListener(event: 'install' | 'activate', listener: (event: Extendable) => void): void
  addEventListener(event: 'message', listener: (event: { ports: readonly MessagePort[] }) => void): void
  addEventListener(event: 'fetch', listener: (event: Fetching) => void): void
  addEventListener(event: 'push', listener: (event: Pushed) => void): void
  addEventListener(event: 'notificationclick', listener: (event: Pressed) => void): void
  skipWaiting(): Promise<void>
  clients: { claim(): Promise<void>; openWindow(path: string): Promise<unknown> }
  registration: { showNotification(title: string, options: object): Promise<void> }
}
