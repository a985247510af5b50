/** Meetings of other programs come into the console: a ZIP and a folder, looked over, sent, stopped, and sent again. */
// In a third of the runs: a browser walks through it.
import assert from 'node:assert/strict'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, afterEach, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { zipOf } from '../scripts/zip.ts'
import { noBrowser } from './support/chromium.ts'
import { lookAt } from './support/console-looks.ts'
import { type ConsoleWorld, openConsole, openSignedIn } from './support/console-world.ts'
import { isTrue, waitFor } from './support/waiting.ts'

let its: ConsoleWorld
let folder: string
before(async () => {
  if (noBrowser) return
  its = await openConsole()
  folder = await mkdtemp(join(tmpdir(), 'minutebook-import-'))
})
afterEach(() => its?.closeTabs())
after(async () => {
  await its?.[Symbol.asyncDispose]()
  if (folder) await rm(folder, { recursive: true })
})

const skip = noBrowser
const ada = 'ada@acme.test'

const captions = (...lines: [speaker: string, text: string][]) =>
  `WEBVTT\n\n${lines.map(([speaker, text], at) => `00:00:0${at}.000 --> 00:00:0${at}.900\n<v ${speaker}>${text}\n`).join('\n')}`

const archive = zipOf([
  {
    name: 'Meetings/2025-03-04 Budget.md',
    content: Buffer.from(
      '---\ntitle: "Budget: \\"2025\\""\nstart: "2025-03-04T09:00:00.000Z"\npeople: ["ada@acme.test", "kim@elsewhere.test"]\n---\n\n# Budget\n\nWe spend less.\n',
    ),
  },
  { name: 'Meetings/2025-03-04 Budget.vtt', content: Buffer.from(captions(['Kim Park', 'The budget is tight.'])) },
  { name: 'Meetings/2025-03-05 Gossip.vtt', content: Buffer.from(captions(['Kim Park', 'Between you and me.'])) },
  { name: 'Meetings/drawing.sketch', content: Buffer.from('no words') },
])

const openPage = async () => {
  const { page, complaints } = await openSignedIn(its, ada, '/import')
  await page.getByRole('heading', { name: 'Import meetings' }).waitFor()
  return { page, complaints }
}

/** @param files  a folder, or files */
async function choose(page: Page, files: Parameters<ReturnType<Page['locator']>['setInputFiles']>[0]) {
  const isFolder = typeof files === 'string'
  const input = isFolder ? 'input[webkitdirectory]' : 'input[type=file][multiple]:not([aria-hidden])'
  await page.locator(input).setInputFiles(files)
  await page.getByRole('heading', { name: /^These files hold/ }).waitFor()
}

const zipFile = { name: 'Export.zip', mimeType: 'application/zip', buffer: archive }

const rowOf = (page: Page, title: string) =>
  page.getByRole('list', { name: 'What the files will become' }).getByRole('listitem').filter({ hasText: title })

test('a ZIP: its table, a line that is changed and one that is left out, the recap, and the same again is nothing', {
  skip,
}, async () => {
  const { page, complaints } = await openPage()
  await choose(page, zipFile)
  await page.getByRole('heading', { name: 'These files hold 2 meetings' }).waitFor()
  assert.match((await rowOf(page, 'Budget').textContent())!, /kim@elsewhere\.test.*transcript with one speaker · notes/)
  assert.match((await rowOf(page, 'Gossip').textContent())!, /time unknown/)
  await page.getByRole('heading', { name: 'One file was not taken' }).waitFor()
  await page.getByText('drawing.sketch').waitFor()
  assert.deepEqual(await lookAt(page, 'the table'), [])

  // By the keyboard alone: to the line, its form, a title, people, and back.
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  const title = page.getByRole('textbox', { name: 'Title' })
  await isTrue(page, `document.activeElement.value === 'Budget: "2025"'`)
  await title.fill('Budget of 2025')
  const people = page.getByRole('combobox', { name: 'People' })
  await people.fill('Lou Grant <lou@elsewhere.test>')
  await people.press('Enter')
  assert.deepEqual(await lookAt(page, 'a line that is changed'), [])
  await title.press('Enter')
  await rowOf(page, 'Budget of 2025').waitFor()
  await isTrue(page, "document.activeElement.ariaLabel === 'Change Budget of 2025'")
  assert.match((await rowOf(page, 'Budget of 2025').textContent())!, /Lou Grant/)
  await page.getByRole('checkbox', { name: 'Import Gossip' }).uncheck()
  await page.getByRole('button', { name: 'Import this meeting' }).click()
  await page.getByText('The meeting has arrived').waitFor()
  await its.world.settle()
  // Wide enough for notes and transcript beside each other.
  await page.setViewportSize({ width: 1_280, height: 720 })
  await page.getByRole('link', { name: 'Budget of 2025' }).click()
  await page.getByRole('heading', { level: 1, name: 'Budget of 2025' }).waitFor()
  await page.getByText('The budget is tight.').waitFor()
  await page.getByText('We spend less.').first().waitFor()
  await page.getByText('These notes were imported.').waitFor()
  assert.deepEqual(complaints, [])

  const again = await openPage()
  await choose(again.page, zipFile)
  await again.page.getByText('One was imported before').waitFor()
  await rowOf(again.page, 'Budget').getByText('Imported before').waitFor()
  assert.equal(await rowOf(again.page, 'Budget').getByRole('checkbox').isEnabled(), false)
  await again.page.getByRole('button', { name: 'Import this meeting' }).waitFor()
})

test('Escape closes the meetings that are offered, then the form of a line, but not with what is written in it', {
  skip,
}, async () => {
  const { page } = await openPage()
  await choose(page, zipFile)
  const change = page.getByRole('button', { name: /^Change .*Gossip/ })
  const title = page.getByRole('textbox', { name: 'Title' })
  await change.click()
  await page.getByRole('combobox', { name: 'Meeting of your calendar' }).click()
  const offered = page.getByRole('listbox')
  await offered.waitFor()
  await page.keyboard.press('Escape')
  await offered.waitFor({ state: 'detached' })
  await title.waitFor()
  await page.keyboard.press('Escape')
  await title.waitFor({ state: 'detached' })
  for (const write of [
    () => title.fill('What they said'),
    () => page.getByRole('combobox', { name: 'People' }).pressSequentially('Lou'),
  ]) {
    await change.click()
    await write()
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    await title.waitFor()
    await page.getByRole('button', { name: 'Cancel' }).click()
  }
})

test('a folder is stopped, and after a reload the same folder goes on with what was changed', { skip }, async () => {
  const meetings = join(folder, 'Old meetings')
  await mkdir(meetings)
  for (const day of ['01', '02', '03'])
    await writeFile(join(meetings, `2025-04-${day} Stand-up ${day}.vtt`), captions(['Bo', `This is day ${day}.`]))
  const { page } = await openPage()
  await choose(page, meetings)
  await page.getByRole('button', { name: /^Change .*Stand-up 03/ }).click()
  await page.getByRole('textbox', { name: 'Title' }).fill('The last stand-up')
  await page.getByRole('button', { name: 'Save' }).click()
  let sent = 0
  await page.route('**/api/v1/recordings/upload', async (route) => {
    // The second one waits until the person has stopped.
    if (++sent > 1) return
    await route.continue()
  })
  await page.getByRole('button', { name: 'Import 3 meetings' }).click()
  await page.getByText('1 of 3 meetings have arrived').waitFor()
  await waitFor(() => sent === 2)
  await page.getByRole('button', { name: 'Stop' }).click()
  await page.getByRole('button', { name: 'Go on with 2' }).waitFor()
  await page.unroute('**/api/v1/recordings/upload')
  await page.reload()
  await page.getByText('An import was interrupted: 1 of 3 meetings have arrived.').waitFor()
  assert.deepEqual(await lookAt(page, 'an interrupted import'), [])
  await choose(page, meetings)
  await rowOf(page, 'Stand-up 01').getByText('Imported before').waitFor()
  await rowOf(page, 'The last stand-up').waitFor()
  await page.getByRole('button', { name: 'Import 2 meetings' }).click()
  await page.getByText('All 2 meetings have arrived').waitFor()
  await its.world.settle()
  await page.getByRole('link', { name: 'The last stand-up' }).waitFor()
  await page.reload()
  await page.getByRole('button', { name: 'Choose a folder' }).waitFor()
  assert.equal(await page.getByText('An import was interrupted').count(), 0)
  const found = await its.world.db
    .selectFrom('recordings')
    .select('title')
    .where('title', 'like', '%tand-up%')
    .execute()
  assert.deepEqual(found.map(({ title }) => title).sort(), ['Stand-up 01', 'Stand-up 02', 'The last stand-up'])
})

test('signing out asks before it stops an import', { skip }, async () => {
  const { page } = await openPage()
  await choose(page, {
    name: '2025-05-01 Retro.vtt',
    mimeType: 'text/vtt',
    buffer: Buffer.from(captions(['Bo', 'Hm.'])),
  })
  await page.route('**/api/v1/recordings/upload', () => {})
  await page.getByRole('button', { name: 'Import this meeting' }).click()
  await page.getByRole('button', { name: 'Stop' }).waitFor()
  await page.getByRole('button', { name: 'Account of' }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await page.getByRole('dialog', { name: 'Sign out now?' }).getByText('Files that are being sent stop.').waitFor()
})

test('people find the page: on Home without meetings, in the list of meetings, and by its name', { skip }, async () => {
  const { page } = await openSignedIn(its, ada, '/notes')
  await page.getByRole('link', { name: 'Import meetings' }).click()
  await page.waitForURL('**/import')
  await page.goto('/')
  await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor()
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Pages, meetings, words' }).fill('Import')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/import')
})
