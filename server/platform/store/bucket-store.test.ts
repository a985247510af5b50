/** A bucket on a real S3 server: large files in parts, cleaning up after broken uploads, keys, outages. */
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { after, before, suite, test } from 'node:test'
import { inspect } from 'node:util'
import type { S3 } from '@aws-sdk/client-s3'
import { listed } from '../../../test/support/media-locations.ts'
import { noS3Server, openS3Server, type S3Server, s3Keys } from '../../../test/support/s3-server.ts'
import { type BucketOptions, BucketStore } from './bucket-store.ts'
import { newFileName, StoreError } from './media-store.ts'

const bucket = { Bucket: 'media' }
const refused = 'The place where media are kept cannot be used at the moment'

suite('a bucket', { skip: noS3Server }, () => {
  let server: S3Server
  let s3: S3
  before(async () => {
    server = await openS3Server()
    s3 = server.s3
  })
  after(() => server[Symbol.asyncDispose]())

  const storeWith = (more: Partial<BucketOptions> = {}) =>
    new BucketStore({
      bucket: 'media',
      prefix: 'kept/',
      endpoint: server.endpoint,
      region: 'us-east-1',
      forcePathStyle: true,
      accessKeyId: s3Keys.id,
      secretAccessKey: s3Keys.secret,
      uploadsFolder: '/nowhere',
      maxBytes: 1,
      ...more,
    })
  const objects = async () => (await s3.listObjectsV2(bucket)).Contents?.map(({ Key }) => Key) ?? []
  const incomplete = async () => (await s3.listMultipartUploads(bucket)).Uploads?.map(({ Key }) => Key) ?? []

  /** So many bytes in pieces of odd and different sizes. */
  function* pieces(bytes: number) {
    for (let at = 0; at < bytes; at += 65_521) {
      yield createHash('shake256', { outputLength: Math.min(65_521, bytes - at) })
        .update(String(at))
        .digest()
    }
  }

  test('30 MB are uploaded in four parts and read back unchanged', async () => {
    const store = storeWith()
    const file = await store.write(Readable.from(pieces(30_000_000)))
    assert.equal(await store.size(file), 30_000_000)
    assert((await buffer((await store.read(file))!)).equals(Buffer.concat([...pieces(30_000_000)])))
    assert.match((await s3.headObject({ ...bucket, Key: `kept/${file}` })).ETag!, /-4"$/)
    await store.remove([file])
  })

  test('files with the size of a part, and one byte below and above', async () => {
    const store = storeWith()
    for (const [bytes, parts] of [
      [8_388_607, null],
      [8_388_608, 1],
      [8_388_609, 2],
    ] as const) {
      const file = await store.write(Readable.from(pieces(bytes)))
      assert((await buffer((await store.read(file))!)).equals(Buffer.concat([...pieces(bytes)])))
      const { ETag } = await s3.headObject({ ...bucket, Key: `kept/${file}` })
      assert.equal(/-(\d+)"$/.exec(ETag!)?.[1], parts?.toString())
      await store.remove([file])
    }
  })

  test('an incomplete upload is removed, whether its source fails or it is aborted', async () => {
    const store = storeWith()
    const calling = new AbortController()
    for (const end of [() => assert.fail('broke'), () => calling.abort(new Error('stopped'))]) {
      async function* half() {
        yield* pieces(20_000_000)
        while ((await incomplete()).length === 0);
        end()
        yield* pieces(20_000_000)
      }
      await assert.rejects(store.write(half(), calling.signal), { message: /broke|stopped/ })
      assert.deepEqual([await incomplete(), await objects()], [[], []])
    }
  })

  test('the sweep removes parts of dead processes, if they belong to this store and are old enough', async () => {
    const store = storeWith()
    const own = `kept/${newFileName()}`
    const keys = [own, `kept/${newFileName()}/x`, `other/${newFileName()}`]
    for (const Key of keys) await s3.createMultipartUpload({ ...bucket, Key })
    const [{ Initiated }] = (await s3.listMultipartUploads({ ...bucket, Prefix: own })).Uploads as [{ Initiated: Date }]
    await store.removeIncomplete(Initiated)
    assert.deepEqual((await incomplete()).toSorted(), keys.toSorted())
    await store.removeIncomplete(new Date(Initiated.getTime() + 1))
    assert.deepEqual((await incomplete()).toSorted(), keys.slice(1).toSorted())
  })

  test('more broken uploads than one page are all removed', async () => {
    const store = storeWith({ prefix: 'broken/' })
    for (let number = 0; number < 1_001; number++) {
      await s3.createMultipartUpload({ ...bucket, Key: `broken/${newFileName()}` })
    }
    await store.removeIncomplete(new Date('2100-01-01'))
    const left = (await s3.listMultipartUploads({ ...bucket, Prefix: 'broken/' })).Uploads ?? []
    assert.deepEqual(left, [])
  })

  test('more objects than one page are listed, only those with its own prefix and file names', async () => {
    const folder = join(server.objects, 'many')
    await mkdir(folder)
    const names = Array.from({ length: 1_001 }, newFileName)
    for (const name of [...names, 'readme', `${newFileName()}.bak`]) await writeFile(join(folder, name), '')
    await writeFile(join(server.objects, newFileName()), '')
    const files = await listed(storeWith({ prefix: 'many/' }).olderThan(new Date('2100-01-01')))
    assert.deepEqual(files.toSorted(), names.toSorted())
    await storeWith({ prefix: 'many/' }).remove(names)
    assert.equal((await readdir(folder)).length, 2)
  })

  test('a wrong key or bucket is a temporary failure; the log has the reason, but not the key', async () => {
    const wrong: [more: Partial<BucketOptions>, why: RegExp][] = [
      [{ secretAccessKey: 'wrong/secret+of=mine' }, /403 SignatureDoesNotMatch/],
      [{ accessKeyId: 'AKIASOMEBODYELSE' }, /(403 InvalidAccessKeyId|404 XAdminUserNotFound)/],
      [{ bucket: 'nowhere' }, /404 NoSuchBucket/],
      [{ endpoint: 'http://127.0.0.1:1' }, /ECONNREFUSED/],
      [{ endpoint: 'http://nowhere.invalid' }, /ENOTFOUND|EAI_AGAIN/],
    ]
    for (const [more, why] of wrong) {
      const store = storeWith(more)
      for (const request of [() => store.write(Readable.from([Buffer.from('x')])), () => store.read(newFileName())]) {
        const error = await errorOf(request())
        assert(error instanceof StoreError && error.retryable, String(error))
        assert.equal(error.message, refused)
        assert.match(String(error.cause), why)
        const logged = inspect(error, { depth: 9, showHidden: true })
        for (const secret of [s3Keys.id, s3Keys.secret, more.secretAccessKey, more.accessKeyId]) {
          assert(!secret || !logged.includes(secret), logged)
        }
      }
    }
  })

  async function errorOf(task: Promise<unknown>): Promise<unknown> {
    await assert.rejects(task)
    return task.catch((error) => error)
  }

  test('nothing works while the server is down, and everything works when it is back', async () => {
    const store = storeWith()
    const file = await store.write(Readable.from(pieces(100)))
    await server.stop()
    const tasks = [
      () => store.size(file),
      () => store.read(file),
      () => store.localFile(file),
      () => store.remove([file]),
      () => store.removeIncomplete(new Date()),
      () => listed(store.olderThan(new Date())),
      () => store.write(Readable.from(pieces(9_000_000))),
    ]
    for (const task of tasks) await assert.rejects(task(), StoreError)
    await server.start()
    assert.equal(await store.size(file), 100)
    await store.remove([file])
  })

  test('if the server fails in the middle of a file, there is no copy', async () => {
    const store = storeWith()
    const file = await store.write(Readable.from(pieces(20_000_000)))
    const reading = (await store.read(file))!
    reading.once('data', () => server.stop())
    await assert.rejects(buffer(reading))
    await server.start()
    await store.remove([file])
  })
})
