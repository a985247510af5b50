/** How the browser's store is opened, with a store that the test holds. */
import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'

type Request = {
  result: Record<string, unknown>
  error: unknown
  onsuccess(): void
  onerror(): void
  onblocked(): void
  onupgradeneeded(): void
}

const requests: Request[] = []
const opened = { names: ['recordings'], created: [] as string[], closed: 0 }

Object.assign(globalThis, {
  indexedDB: {
    open() {
      const result = {
        objectStoreNames: { contains: (name: string) => opened.names.includes(name) },
        createObjectStore: (name: string) => opened.created.push(name),
        close: () => opened.closed++,
      }
      const request = { result, error: new Error('It cannot be read now') } as unknown as Request
      requests.push(request)
      return request
    },
  },
})

type Store = Record<'onversionchange' | 'onclose', () => void>

// Its types are of browsers.
const file = new URL('./store.ts', import.meta.url).href
const { openStore } = (await import(file)) as { openStore: () => Promise<Store> }

afterEach(() => {
  requests.length = 0
})

async function open() {
  const opening = openStore()
  requests.at(-1)!.onsuccess()
  return opening
}

test('what failed is tried again; what is open is opened once; what was closed is opened again', async () => {
  for (const failing of ['onerror', 'onblocked'] as const) {
    const opening = openStore()
    requests.at(-1)![failing]()
    await assert.rejects(opening)
  }
  const store = await open()
  assert.equal(await openStore(), store)
  assert.equal(requests.length, 3)
  // A tab of a newer version is not held up.
  store.onversionchange()
  assert.equal(opened.closed, 1)
  const next = await open()
  assert.notEqual(next, store)
  next.onclose()
  assert.notEqual(await open(), next)
})

test('what an older version has kept stays', async () => {
  const store = await openStore()
  store.onclose()
  const opening = openStore()
  const request = requests.at(-1)!
  request.onupgradeneeded()
  request.onsuccess()
  await opening
  assert.deepEqual(opened.created, ['pieces'])
})
