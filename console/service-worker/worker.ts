/**
 * The service worker: an installed console opens without a connection, takes sound that other apps share, and shows
 * reminders. It stores the page alone, never an answer of the API.
 */
import { answerPage } from './answer-page.ts'
import { isPage } from './is-page.ts'
import { notificationOf, readReminder } from './reminder.ts'
import { forgetShared, handOver, takeShared } from './shared-files.ts'
import type { Worker } from './worker-types.ts'

const worker = self as unknown as Worker
const cacheName = 'minutebook.page'

worker.addEventListener('install', () => void worker.skipWaiting())
worker.addEventListener('activate', (event) => event.waitUntil(worker.clients.claim()))
worker.addEventListener('message', ({ ports: [port] }) => (port ? handOver(port) : forgetShared()))
worker.addEventListener('fetch', (event) => {
  const { request } = event
  const { pathname } = new URL(request.url)
  if (request.method === 'POST' && pathname === '/share') event.respondWith(takeShared(request))
  if (request.mode !== 'navigate' || request.method !== 'GET' || !isPage(pathname)) return
  const keep = (work: Promise<unknown>) => event.waitUntil(work)
  event.respondWith(caches.open(cacheName).then((cache) => answerPage(request, { fetch, cache, keep })))
})

worker.addEventListener('push', (event) => {
  const reminder = readReminder(jsonOf(event.data))
  if (!reminder) return
  const { title, options } = notificationOf(reminder, navigator.languages)
  event.waitUntil(worker.registration.showNotification(title, options))
})
// A window of its own: another one may be recording, or hold what was not saved.
worker.addEventListener('notificationclick', (event) => {
  const { notification } = event
  notification.close()
  event.waitUntil(worker.clients.openWindow((notification.data as { path: string }).path))
})

function jsonOf(data: { json(): unknown } | null): unknown {
  try {
    return data?.json()
  } catch {
    return null
  }
}
