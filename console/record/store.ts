/** The browser's own store of recordings and their pieces. */

const name = 'minutebook.recordings'
const version = 2
const stores = { recordings: 'id', pieces: ['id', 'at'] }

let opened: Promise<IDBDatabase> | undefined

/** @throws {DOMException} it cannot be opened now; the next call tries again */
export function openStore(): Promise<IDBDatabase> {
  opened ??= open().catch((error) => {
    opened = undefined
    throw error
  })
  return opened
}

function open(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(name, version)
    request.onupgradeneeded = () => {
      // What an older version of the console has kept stays.
      const { result } = request
      for (const [each, keyPath] of Object.entries(stores)) {
        if (!result.objectStoreNames.contains(each)) result.createObjectStore(each, { keyPath })
      }
    }
    request.onblocked = () => reject(new DOMException('A tab of an older version has the store open', 'AbortError'))
    request.onerror = () => reject(request.error)
    request.onsuccess = () => {
      const { result } = request
      // A tab of a newer version waits for it, or the browser has closed it.
      result.onversionchange = result.onclose = () => {
        result.close()
        opened = undefined
      }
      resolve(result)
    }
  })
}

export const resultOf = <Result>(request: IDBRequest<Result>): Promise<Result> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })

/** Whether anybody has left a recording in this browser. */
export async function isAnyKept(): Promise<boolean> {
  return (await resultOf((await openStore()).transaction('recordings').objectStore('recordings').count())) > 0
}
