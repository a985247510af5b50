/** What a browser has stored of its people, as whoever uses it next could read it. */
import type { Page } from 'playwright-core'

/** Every row of every IndexedDB, with its bytes as text. */
const ofIndexedDb = `
  const done = (request) => new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
  const asText = (_key, value) => ArrayBuffer.isView(value) ? new TextDecoder('latin1').decode(value) : value
  const rowsOf = async (name) => {
    const db = await done(indexedDB.open(name))
    const stores = [...db.objectStoreNames]
    const rows = await Promise.all(stores.map((store) => done(db.transaction(store).objectStore(store).getAll())))
    db.close()
    return rows.flat().map((row) => JSON.stringify(row, asText))
  }`

/** The rows of the store of recordings, as one text. */
export const recordingsStored = (page: Page) =>
  page.evaluate<string>(`(async () => {
    ${ofIndexedDb}
    return (await rowsOf('minutebook.recordings')).join(' ')
  })()`)

/** All that the page's origin has stored in this browser and this tab, cookies excepted, as one text. */
export const everythingStored = (page: Page) =>
  page.evaluate<string>(`(async () => {
    ${ofIndexedDb}
    const databases = await indexedDB.databases()
    const rows = await Promise.all(databases.map(async ({ name }) => [name, ...await rowsOf(name)]))
    const names = await caches.keys()
    const cached = await Promise.all(names.map(async (name) => {
      const cache = await caches.open(name)
      const pages = await Promise.all((await cache.keys()).map(async (key) => [key.url, await (await cache.match(key)).text()]))
      return [name, ...pages]
    }))
    return JSON.stringify({ local: { ...localStorage }, session: { ...sessionStorage }, rows, cached, state: history.state })
  })()`)
