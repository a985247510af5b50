/** The same tests for both kinds of media stores. */
import assert from 'node:assert/strict'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough, Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { suite, test } from 'node:test'
import { bucketLocation, folderLocation, listed, type OpenLocation } from '../../../test/support/media-locations.ts'
import { noS3Server } from '../../../test/support/s3-server.ts'
import { openMediaStore } from '../../app/base.ts'
import { readConfig } from '../context/config.ts'
import { scratchPrefix } from '../scratch.ts'

const words = Buffer.from('Good morning.')
const of = (...pieces: (string | Buffer)[]) => Readable.from(pieces.map((piece) => Buffer.from(piece)))

/** A location and the store in it. */
async function open(openLocation: () => Promise<OpenLocation>) {
  const location = await openLocation()
  const store = await openMediaStore(readConfig(location.settings))
  const read = async (...asked: Parameters<typeof store.read>) => {
    const bytes = await store.read(...asked)
    return bytes && buffer(bytes)
  }
  const { files, date } = location
  return { store, read, files, date, [Symbol.asyncDispose]: () => location[Symbol.asyncDispose]() }
}

/** The temporary folders of this machine. */
const scratch = async () => (await readdir(tmpdir())).filter((name) => name.startsWith(scratchPrefix))

for (const [name, { open: openLocation }, skip] of [
  ['a folder', folderLocation, false],
  ['a bucket', bucketLocation, noS3Server],
] as const) {
  suite(`media in ${name}`, { skip }, () => {
    test('a written file can be read, whole and in part, until it is removed', async () => {
      await using location = await open(openLocation)
      const { store, read } = location
      const file = await store.write(of('Good ', 'morning.'))
      assert.deepEqual([await store.size(file), await read(file)], [words.length, words])
      assert.deepEqual(await read(file, { start: 5, end: 11 }), words.subarray(5, 12))
      assert.deepEqual(await read(file, { start: 12, end: 12 }), words.subarray(12))
      const empty = await store.write(of())
      assert.deepEqual([await store.size(empty), await read(empty)], [0, Buffer.alloc(0)])
      assert.deepEqual((await location.files()).toSorted(), [file, empty].toSorted())
      await store.remove([file, empty])
      await store.remove([file, empty])
      assert.deepEqual([await store.size(file), await read(file), await location.files()], [null, null, []])
    })

    test('only valid file names are accepted', async () => {
      await using location = await open(openLocation)
      for (const wrong of ['', 'x', '../../etc/passwd', 'A'.repeat(32), `${'a'.repeat(32)}/`]) {
        await assert.rejects(location.store.size(wrong), RangeError)
        await assert.rejects(location.store.remove([wrong]), RangeError)
      }
    })

    test('a failed or aborted write leaves nothing, and throws its own error', async () => {
      await using location = await open(openLocation)
      async function* breaking() {
        yield words
        throw new Error('The line broke')
      }
      // Many at once, so that some fail while their file is still being created.
      const broken = Array.from({ length: 20 }, () =>
        assert.rejects(location.store.write(breaking()), { message: 'The line broke' }),
      )
      await Promise.all(broken)
      const calling = new AbortController()
      const endless = new PassThrough()
      endless.write(words)
      setImmediate(() => calling.abort(new Error('Stopping')))
      await assert.rejects(location.store.write(endless, calling.signal))
      assert.deepEqual(await location.files(), [])
    })

    test('a local file is added to the store, and the caller removes the original', async () => {
      await using location = await open(openLocation)
      const { store, read } = location
      const from = join(store.uploadsFolder, 'r_1')
      await mkdir(store.uploadsFolder)
      await writeFile(from, words)
      const file = await store.adopt(from)
      assert.deepEqual([await read(file), await readFile(from)], [words, words])
      await assert.rejects(store.adopt(join(store.uploadsFolder, 'none')), { code: 'ENOENT' })
    })

    test('programs get a local file, and a copy is deleted after use', async () => {
      await using location = await open(openLocation)
      const { store, read } = location
      const file = await store.write(of(words))
      const before = await scratch()
      {
        await using local = await store.localFile(file)
        assert.deepEqual([local.bytes, await readFile(local.path)], [words.length, words])
      }
      assert.deepEqual([await scratch(), await read(file)], [before, words])
      await store.remove([file])
      await assert.rejects(store.localFile(file))
      await assert.rejects(store.localFile(file, AbortSignal.abort(new Error('Stopping'))))
      assert.deepEqual(await scratch(), before)
    })

    test('olderThan lists files before a moment, without those of the moment itself', async () => {
      await using location = await open(openLocation)
      const { store } = location
      const [old, young] = [await store.write(of(words)), await store.write(of(words))]
      const day = new Date('2026-01-10T12:00:00Z')
      await location.date(old, new Date(day.getTime() - 1_000))
      await location.date(young, day)
      assert.deepEqual(await listed(store.olderThan(day)), [old])
      assert.deepEqual(await listed(store.olderThan(new Date('2026-01-01'))), [])
    })
  })
}
