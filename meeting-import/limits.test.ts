/** How much a file and an import may have: below and at each limit it is read, above it a sentence says what to do. */
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { zipOf } from '../scripts/zip.ts'
import { pdf } from '../test/support/meeting-exports.ts'
import { maxTextBytes, readPdf, readPlainText, readWordDocument } from './document-text.ts'
import { maxMeetings, readJsonFile } from './forms/json.ts'
import { maxRows, readTable } from './forms/table.ts'
import { maxFiles, readMeetings } from './read-meetings.ts'

const blobOf = (content: string | Buffer) => new Blob([typeof content === 'string' ? content : new Uint8Array(content)])

const [head, tail] = ['<w:document><w:p><w:t>Ada spoke.</w:t></w:p>', '</w:document>']
const wordDocument = (bytes: number) =>
  zipOf([{ name: 'word/document.xml', content: Buffer.from(head.padEnd(bytes - tail.length, '\n') + tail) }])

/** Programs may put something before an archive. */
const wordFile = (bytes: number) => {
  const file = wordDocument(100)
  return Buffer.concat([Buffer.alloc(bytes - file.length), file])
}

const lines = ['Ada Moreau said: Good morning.']
const pdfFile = (bytes: number) => {
  const padding = bytes - pdf(lines).length
  // It says where its table is, in more digits then.
  return pdf(lines, { padding: padding - (pdf(lines, { padding }).length - bytes) })
}

const rows = (count: number) => `speaker,text\n${'Ada,Hello.\n'.repeat(count)}`
const meetings = (count: number) =>
  JSON.stringify(Array.from({ length: count }, (_, at) => ({ title: `Weekly ${at}`, notes: `We met ${at} times.` })))

const bytes = maxTextBytes
const [text, advice] = ['It has more text than 32 MiB', ': split it into smaller files']
const limits: [what: string, limit: number, read: (size: number) => unknown, sentence: string][] = [
  ['bytes of a text', bytes, (size) => readPlainText(blobOf('x'.repeat(size))), text],
  ['bytes of the text of a Word document', bytes, (size) => readWordDocument(blobOf(wordDocument(size))), text],
  ['bytes of a Word document', bytes, (size) => readWordDocument(blobOf(wordFile(size))), text],
  ['bytes of a PDF', bytes, (size) => readPdf(blobOf(pdfFile(size))), 'It has more than 32 MiB'],
  ['pages of a PDF', 3, (pages) => readPdf(blobOf(pdf(lines, { pages })), 3), 'It has more than 3 pages'],
  ['rows of a table', maxRows, (count) => readTable(rows(count)), 'It has more than 100000 rows'],
  ['meetings of a JSON file', maxMeetings, (count) => readJsonFile(meetings(count)), 'It has more than 5000 meetings'],
]

suite('limits of a file', () => {
  for (const [what, limit, read, sentence] of limits)
    test(`at most ${limit} ${what}`, async () => {
      for (const size of [limit - 1, limit]) await read(size)
      await assert.rejects(async () => read(limit + 1), { message: sentence + advice })
    })

  test('the one that has too much is named, and the others are read', async () => {
    const small = { path: 'a.txt', blob: blobOf('Ada Moreau: Good morning.\nBo Chen: Morning.\nAda Moreau: So.') }
    const large = { path: 'b.csv', blob: blobOf(rows(maxRows + 1)) }
    const { meetings, unreadable } = await readMeetings([small, large])
    assert.deepEqual(
      [meetings.length, unreadable],
      [1, [{ path: 'b.csv', reason: `It has more than 100000 rows${advice}` }]],
    )
  })
})

suite('limits of an import', () => {
  test(`at most ${maxFiles} files`, async () => {
    const nothing = new Blob(['x'])
    const files = (count: number) => Array.from({ length: count }, (_, at) => ({ path: `${at}.x`, blob: nothing }))
    for (const count of [maxFiles - 1, maxFiles])
      assert.equal((await readMeetings(files(count))).unreadable.length, count)
    await assert.rejects(
      readMeetings(files(maxFiles + 1)),
      new RangeError('These are more than 20000 files: import them in parts'),
    )
  })

  test('at most so many bytes that its archives become together', async () => {
    const said = (path: string) => `Ada Moreau: Hi.\nBo Chen: Hello.\nAda Moreau: This is ${path}.`
    const archive = (path: string) => ({
      path,
      blob: blobOf(zipOf([{ name: 'a.txt', content: Buffer.from(said(path)) }])),
    })
    const both = [archive('one.zip'), archive('two.zip')]
    const sum = 2 * said('one.zip').length
    for (const budget of [sum + 1, sum])
      assert.equal((await readMeetings(both, { budget })).meetings.length, 2, String(budget))
    const { meetings, unreadable } = await readMeetings(both, { budget: sum - 1 })
    assert.equal(meetings.length, 1)
    assert.deepEqual(unreadable, [
      {
        path: 'two.zip',
        reason: 'The archives have more than 1 GiB together: unpack this one and choose its folder, or import it alone',
      },
    ])
  })
})
