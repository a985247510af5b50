/**
 * The service worker: an installed console opens without a connection, and takes sound that other apps share. It stores
 * the page alone, never an answer of the API.
 */
import { answerPage } from './answer-page.ts'
import { isPage } from './is-page.ts'
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
