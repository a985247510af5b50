/** Archives that mean harm are refused with a sentence, and nothing of them is read. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { BlobWriter, TextReader, ZipWriter, type ZipWriterAddDataOptions } from '@zip.js/zip.js/index-native.js'
import { zipOf } from '../scripts/zip.ts'
import { maxEntries } from './open-archive.ts'
import { readMeetings } from './read-meetings.ts'

const words = 'Ada Moreau: Good morning.\nBo Chen: Morning.\nAda Moreau: So.'
const weekly = '2026-01-05 Weekly.txt'

const archive = (files: Record<string, string>, path = 'export.zip') => {
  const entries = Object.entries(files).map(([name, text]) => ({ name, content: Buffer.from(text) }))
  return { path, blob: new Blob([new Uint8Array(zipOf(entries))]) }
}

/** With what only a library writes. */
async function special(name: string, text: string, options: ZipWriterAddDataOptions) {
  const writer = new ZipWriter(new BlobWriter())
  await writer.add(weekly, new TextReader(words))
  await writer.add(name, new TextReader(text), options)
  return { path: 'export.zip', blob: await writer.close() }
}

async function outcomeOf(file: { path: string; blob: Blob }) {
  const { meetings, unreadable } = await readMeetings([file])
  return [meetings.length, ...unreadable.map(({ reason }) => reason)]
}

test('the files of an archive are read, below its name; what programs add is no part of it', async () => {
  const zip = archive({ [weekly]: words, '__MACOSX/._a.txt': 'x', '.DS_Store': 'x' })
  const { meetings, unreadable } = await readMeetings([zip])
  assert.deepEqual([meetings.map(({ files }) => files), unreadable], [[[`export/${weekly}`]], []])
})

test('names that lead out of the archive refuse all of it', async () => {
  for (const name of ['../a.txt', 'a/../../b.txt', '/etc/a.txt', 'C:\\a.txt', 'C:/a.txt', 'a\\..\\b.txt']) {
    const [count, reason] = await outcomeOf(archive({ [weekly]: words, [name]: words }))
    assert.equal(count, 0, name)
    assert.match(String(reason), /leads out of it|damaged/, name)
  }
})

test('links are not followed, an archive inside is not opened, and the others are read', async () => {
  const link = await special('link.txt', '/etc/passwd', { unixMode: 0o120_777, unixExtraFieldType: 'infozip' })
  assert.deepEqual(await outcomeOf(link), [1, 'It is a link, and links are not followed'])
  const nested = archive({ [weekly]: words, 'inner.zip': 'PK' })
  assert.deepEqual(await outcomeOf(nested), [1, 'An archive inside an archive is not opened: unpack it first'])
})

test('an encrypted archive says what to do', async () => {
  assert.deepEqual(await outcomeOf(await special('a.txt', words, { password: 'secret' })), [
    0,
    'The archive is encrypted: unpack it with its password, and choose the folder',
  ])
})

test('a bomb is recognised by how it grows, whatever it says of its size', async () => {
  const most = 16_777_216
  for (const bytes of [most - 1, most])
    assert.doesNotMatch(String((await outcomeOf(archive({ 'a.exe': 'a'.repeat(bytes) })))[1]), /bomb/)
  const bomb = archive({ 'a.exe': 'a'.repeat(most + 1) })
  assert.match(
    String((await outcomeOf(bomb))[1]),
    /^a\.exe grows to more than 200 times its size, as a bomb does: if you trust the archive, unpack it/,
  )
})

test('an archive has at most so many files', async () => {
  const many = (count: number) => archive(Object.fromEntries(Array.from({ length: count }, (_, at) => [`.${at}`, ''])))
  for (const count of [maxEntries - 1, maxEntries]) assert.deepEqual(await outcomeOf(many(count)), [0])
  assert.deepEqual(await outcomeOf(many(maxEntries + 1)), [
    0,
    `The archive has more than ${maxEntries} files: unpack it in parts`,
  ])
})

test('the archives of an import share one budget, and one that is refused takes nothing of it', async () => {
  const bytes = words.length
  const zips = ['a', 'b', 'c'].map((name, at) => archive({ [`2026-01-0${at + 1} x.txt`]: words + at }, `${name}.zip`))
  const large = archive({ 'x.txt': words.repeat(3) }, 'a0.zip')
  const { meetings, unreadable } = await readMeetings([large, ...zips], { budget: 2 * (bytes + 1) })
  assert.deepEqual([meetings.length, unreadable.map(({ path }) => path)], [2, ['a0.zip', 'c.zip']])
  assert.match(unreadable[1]!.reason, /^The archives have more than 1 GiB together: /)
})

test('what is damaged, or no archive, is named', async () => {
  const { blob } = archive({ [weekly]: words })
  const bytes = new Uint8Array(await blob.arrayBuffer())
  bytes[60]! ^= 0xff
  assert.match(String((await outcomeOf({ path: 'a.zip', blob: new Blob([bytes]) }))[1]), /damaged/)
  for (const other of [new Blob(['no archive']), new Blob([]), blob.slice(0, blob.size - 30)])
    assert.deepEqual(await outcomeOf({ path: 'a.zip', blob: other }), [0, 'The archive is damaged, or no ZIP archive'])
})
