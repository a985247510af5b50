/** After a power failure the disk has each file, its name in its folder, and the folder. */
import assert from 'node:assert/strict'
import { mkdtemp, open, readlink, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { after, afterEach, before, beforeEach, mock, test } from 'node:test'
import { FolderStore } from './folder-store.ts'
import { newFileName } from './media-store.ts'

let root: string
let store: FolderStore
const flushed = new Set<string>()
before(async () => {
  root = await mkdtemp(join(tmpdir(), 'minutebook-folder-store-'))
  store = new FolderStore(root)
})
after(() => rm(root, { recursive: true, force: true }))

beforeEach(async () => {
  flushed.clear()
  await using any = await open(root)
  const handles = Object.getPrototypeOf(any)
  const sync: () => Promise<void> = handles.sync
  mock.method(handles, 'sync', async function (this: { fd: number }) {
    flushed.add(await readlink(`/proc/self/fd/${this.fd}`))
    return sync.call(this)
  })
})
afterEach(() => mock.restoreAll())

const bytes = () => Readable.from([Buffer.from('sound')])

function assertLasting(file: string, ownPath: string): void {
  const folder = join(root, file.slice(0, 2))
  assert.deepEqual([...flushed].toSorted(), [root, folder, ownPath].toSorted())
}

test('a written file lasts', async () => {
  const file = await store.write(bytes())
  assertLasting(file, join(root, file.slice(0, 2), file))
})

test('a file with a given name lasts', async () => {
  const file = newFileName()
  await store.writeAs(file, bytes())
  assertLasting(file, join(root, file.slice(0, 2), file))
})

test('an adopted file lasts', async () => {
  const from = join(root, 'arrived')
  await writeFile(from, 'sound')
  assertLasting(await store.adopt(from), from)
})
