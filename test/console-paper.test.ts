/** A recap and an agenda on paper and as a Word file, in a real browser. */
// In a third of the runs: a browser walks through it.
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, afterEach, before, test } from 'node:test'
import { inflateRawSync } from 'node:zlib'
import type { Page } from 'playwright-core'
import { fileNameOf } from '../console/ui/paper/paper.ts'
import { noBrowser } from './support/chromium.ts'
import { type ConsoleWorld, openConsole, openSignedIn } from './support/console-world.ts'

let its: ConsoleWorld
before(async () => {
  if (!noBrowser) its = await openConsole()
})
afterEach(() => its?.closeTabs())
after(() => its?.[Symbol.asyncDispose]())

const skip = noBrowser
const ada = 'ada@acme.test'
const shortRecap = 'r_price'

test('a recap on paper is a document of its own, dark on white', { skip }, async () => {
  const { page } = await openSignedIn(its, ada, `/recap/${shortRecap}`, { colorScheme: 'dark' })
  await page.getByRole('button', { name: 'Download' }).waitFor()
  const { text, colours, others } = await print(page)
  assert.match(text, /^Remote control: display or rubber keys\nFriday, 20 November 2026 · 10:30\n/)
  const parts = ['Notes', 'Summary', 'Decisions', 'Rubber keys stay, the display goes.', 'Action items', 'Transcript']
  assert.deepEqual(inOrder(text, parts), parts)
  assert.match(text, /Take the display off the text on the box Chidi Okafor · due 25 Nov 2026 · 1:16/)
  assert.match(text, /Bo Lindqvist 0:15 The display is one Euro forty with its driver\./)
  assert.doesNotMatch(text, /Download|Search|Regenerate|Developer/)
  assert.equal(colours, 'rgb(0, 0, 0) on rgb(255, 255, 255)')
  assert.equal(others, 0)
})

test('the agenda on paper has what was just written', { skip }, async () => {
  const { page } = await openSignedIn(its, ada, '/notes')
  const note = await its.world.db
    .selectFrom('recordings')
    .select('note_id')
    .where('id', '=', 'r_remote_1')
    .executeTakeFirstOrThrow()
  await page.goto(`/note/${note.note_id}`)
  await page.getByRole('textbox', { name: 'Agenda' }).click()
  await page.keyboard.press('Control+End')
  await page.keyboard.press('Enter')
  // It is not saved: what the page shows is printed all the same.
  await page.route('**/agenda', (route) => route.abort())
  await page.keyboard.type('Bring the clay')
  const { text } = await print(page)
  assert.match(text, /^Remote control: kick-off\nMonday, 7 September 2026 · 11:00\nAgenda\n/)
  assert.match(text, /Find out what requirements a user has Done · Priya Raman · due 14 Sept 2026/)
  assert.match(text, /Bring the clay/)
})

test('a recap as a Word file has headings, links and a transcript on a page of its own', { skip }, async () => {
  await its.world.db
    .updateTable('action_items')
    .set({ text: 'Read [the offer](https://example.test/offer) **today**' })
    .where('text', '=', 'Take the display off the text on the box')
    .executeTakeFirstOrThrow()
  const notes = await its.world.db
    .selectFrom('recordings')
    .select('ai_notes')
    .where('id', '=', shortRecap)
    .executeTakeFirstOrThrow()
  const content = 'שלום לכולם, מחיר 5.\n\n| what | who |\n|---|---|\n| deck | Ada |\n\nIn English.'
  const sections = [...notes.ai_notes!.sections, { title: 'פגישה', content }]
  await its.world.db
    .updateTable('recordings')
    .set({ ai_notes: JSON.stringify({ ...notes.ai_notes, sections }) })
    .where('id', '=', shortRecap)
    .execute()
  const { page } = await openSignedIn(its, ada, `/recap/${shortRecap}`, { acceptDownloads: true })
  await page.getByText('the offer').waitFor()
  const rows = await page.getByRole('table').getByRole('row').allInnerTexts()
  assert.deepEqual(rows, ['what\twho', 'deck\tAda'])
  assert.equal(await page.getByText('מחיר 5.').getAttribute('dir'), 'auto')
  await page.getByRole('button', { name: 'Download' }).click()
  const saved = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'Word file' }).click()
  const download = await saved
  assert.equal(download.suggestedFilename(), 'Remote control display or rubber keys.docx')
  const file = await readFile(await download.path())
  const xml = readEntry(file, 'word/document.xml')
  const paragraphs = xml.match(/<w:p>.*?<\/w:p>/gs) ?? []
  const withText = (text: string) => paragraphs.find((each) => textOf(each).startsWith(text)) ?? ''
  assert.match(withText('Remote control: display or rubber keys'), /w:val="Title"/)
  assert.match(withText('Action items'), /w:val="Heading1"/)
  assert.match(withText('Decisions'), /w:val="Heading1"/)
  assert.match(withText('Summary'), /w:val="Heading2"/)
  assert.match(withText('Transcript'), /<w:pageBreakBefore\/>/)
  assert.match(withText('Read the offer today'), /<w:hyperlink .*the offer.*<\/w:hyperlink>.*<w:b\/>.*today/s)
  assert.match(readEntry(file, 'word/styles.xml'), /w:styleId="Heading1".*?<w:keepNext\/>/s)
  for (const text of ['פגישה', 'שלום']) assert.match(withText(text), /<w:bidi\/>.*<w:rtl\/>/s)
  for (const text of ['In English', 'deck']) assert.doesNotMatch(withText(text), /w:bidi|w:rtl/)
  const cells = (/<w:tbl>.*<\/w:tbl>/s.exec(xml)?.[0] ?? '').match(/<w:tc>.*?<\/w:tc>/gs) ?? []
  assert.deepEqual(cells.map(textOf), ['what', 'who', 'deck', 'Ada'])
  assert.match(textOf(xml), /Bo Lindqvist 0:15 {2}The display is one Euro forty/)
})

/** Prints the page, and reads what stood on the paper. */
async function print(page: Page) {
  assert.match((await page.pdf()).toString('latin1', 0, 5), /%PDF-/)
  await page.emulateMedia({ media: 'print' })
  const sheet = page.locator('body > article')
  const colours =
    'getComputedStyle(document.querySelector("body > article")).color + " on " + getComputedStyle(document.body).backgroundColor'
  return {
    text: (await sheet.innerText()).replaceAll(/\n+/g, '\n'),
    colours: await page.evaluate(colours),
    others: await page.locator('body > :not(article)').filter({ visible: true }).count(),
  }
}

/** Those of the words that stand in the text one after the other. */
function inOrder(text: string, expected: string[]): string[] {
  let at = 0
  return expected.filter((each) => {
    const found = text.indexOf(each, at)
    at = found === -1 ? at : found + each.length
    return found !== -1
  })
}

const textOf = (xml: string) => xml.replace(/<[^>]+>/g, '')

/** A file of a ZIP, by its list at the end. */
function readEntry(zip: Buffer, wanted: string): string {
  for (let at = zip.readUInt32LE(zip.lastIndexOf('PK\x05\x06') + 16); zip.readUInt32LE(at) === 0x02014b50; ) {
    const nameBytes = zip.readUInt16LE(at + 28)
    if (zip.toString('utf8', at + 46, at + 46 + nameBytes) === wanted) {
      const local = zip.readUInt32LE(at + 42)
      const begin = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28)
      const bytes = zip.subarray(begin, begin + zip.readUInt32LE(at + 20))
      return (zip.readUInt16LE(at + 10) === 0 ? bytes : inflateRawSync(bytes)).toString('utf8')
    }
    at += 46 + nameBytes + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32)
  }
  throw new Error(`there is no ${wanted}`)
}

test('the name of a file has whole characters', () => {
  assert.equal(fileNameOf(`${'x'.repeat(119)}😀!`, 'docx'), `${'x'.repeat(119)}😀.docx`)
})
