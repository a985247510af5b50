/** How AI notes are to be, in a real browser: instructions, glossary and templates; two who change them at once; the choice at an upload. */
// In a third of the runs: a browser walks through it.
import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { noBrowser } from './support/chromium.ts'
import { type ConsoleWorld, openAdmin, openConsole, openSignedIn } from './support/console-world.ts'
import { waitFor } from './support/waiting.ts'

let its: ConsoleWorld
before(async () => {
  if (!noBrowser) its = await openConsole()
})
afterEach(() => its?.closeTabs())
after(() => its?.[Symbol.asyncDispose]())

const skip = noBrowser

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })
const row = (page: Page, text: string) => page.getByRole('listitem').filter({ hasText: text })
const held = async (page: Page) => (await (await page.request.get('/api/v1/note_templates')).json()).note_templates
const put = (page: Page, data: object) =>
  page.request.put('/api/v1/note_templates', { data, headers: { origin: its.origin } })

test('instructions, glossary and templates are written, read back, chosen at an upload, and deleted', {
  skip,
}, async () => {
  const { page, unexpected } = await openAdmin(its, 'notes')
  await page.getByText('No templates yet').waitFor()
  await field(page, 'Instructions').fill('Short sentences.')
  await button(page, 'Save: Instructions').click()
  await page.getByText('Saved.').first().waitFor()
  await field(page, 'Glossary').fill(`Plastworks = our largest customer\n${'x'.repeat(101)}`)
  await page.getByText('Line 2 is too long').waitFor()
  assert(await button(page, 'Save: Glossary').isDisabled())
  await field(page, 'Glossary').fill('Plastworks = our largest customer\nZbigniew')
  await button(page, 'Save: Glossary').click()
  await waitFor(async () => (await held(page)).glossary.length === 2)

  await button(page, 'New template').click()
  const dialog = page.getByRole('dialog')
  assert(await button(page, 'Save').isDisabled(), 'it has no name')
  await dialog.getByLabel('Name').fill('Weekly <i>')
  await button(page, 'Add a section').click()
  await dialog.getByLabel('Heading').fill('Summary')
  await dialog.getByRole('combobox', { name: 'Series' }).fill('remote')
  await page
    .getByRole('option', { name: /^Remote control/ })
    .first()
    .click()
  await button(page, 'Save').click()
  await dialog.getByText('is that of another section of the notes').waitFor()
  await dialog.getByLabel('Heading').fill('Risks')
  await button(page, 'Save').click()
  await row(page, 'Weekly <i>').getByText('1 series').waitFor()

  await button(page, 'New template').click()
  await dialog.getByLabel('Name').fill('Sales')
  await dialog.getByLabel('Meetings with this in their title').fill('sales')
  await dialog.getByRole('checkbox', { name: 'All meetings that have no other template' }).check()
  await button(page, 'Save').click()
  await row(page, 'Sales').getByText('“sales” in the title · all others').waitFor()
  const { instructions, glossary, templates } = await held(page)
  assert.deepEqual(
    [instructions, glossary],
    [
      'Short sentences.',
      [
        { term: 'Plastworks', meaning: 'our largest customer' },
        { term: 'Zbigniew', meaning: null },
      ],
    ],
  )
  assert.partialDeepStrictEqual(templates, [
    { name: 'Weekly <i>', sections: [{ title: 'Risks', instructions: null }], series_ids: ['se_remote'] },
    { name: 'Sales', title_contains: 'sales', is_default: true, series_ids: [] },
  ])

  const bo = (await openSignedIn(its, 'bo@acme.test', '/uploads?by=transcript')).page
  await bo.getByRole('combobox', { name: 'Template of the notes' }).click()
  await bo.getByRole('option', { name: 'Sales' }).click()
  await field(bo, 'Title').fill('Chosen')
  await field(bo, 'Transcript').fill('Ada: Good morning')
  await bo.getByRole('button', { name: 'Upload', exact: true }).click()
  const uploads = its.world.db.selectFrom('uploads').select('template_id').where('title', '=', 'Chosen')
  await waitFor(async () => (await uploads.executeTakeFirst())?.template_id === templates[1].id)

  await page.reload()
  assert.equal(await field(page, 'Glossary').inputValue(), 'Plastworks = our largest customer\nZbigniew')
  await button(page, 'More for Weekly <i>').click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await row(page, 'Weekly <i>').waitFor({ state: 'detached' })
  assert.deepEqual(unexpected(/ (400|401) /), [])
})

test('two concurrent edits: the text stays, the saved version is shown, and the next press saves over it', {
  skip,
}, async () => {
  const { page } = await openAdmin(its, 'notes')
  const template = { name: 'Board', title_contains: 'board' }
  await put(page, { instructions: 'First.', glossary: [], templates: [template] })
  await page.reload()
  await row(page, 'Board').waitFor()
  await field(page, 'Instructions').fill('Mine.')
  await put(page, { instructions: 'Theirs.', glossary: [{ term: 'Zbigniew' }], templates: [template] })
  await button(page, 'Save: Instructions').click()
  await page.getByText('Somebody else changed this meanwhile.').waitFor()
  await page.getByText('Theirs.', { exact: true }).waitFor()
  assert.equal(await field(page, 'Instructions').inputValue(), 'Mine.')
  await button(page, 'Save: Instructions').click()
  await waitFor(async () => (await held(page)).instructions === 'Mine.')
  assert.deepEqual((await held(page)).glossary, [{ term: 'Zbigniew', meaning: null }], 'theirs is kept')

  await button(page, 'More for Board').click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Board of directors')
  const { templates, ...rest } = await held(page)
  await put(page, { ...rest, glossary: [], templates })
  await button(page, 'Save').click()
  await dialog.getByText('Somebody else changed this meanwhile.').waitFor()
  await button(page, 'Save').click()
  await row(page, 'Board of directors').waitFor()
  assert.deepEqual((await held(page)).glossary, [])
})

test('a version that others saved is shown before it is overwritten, and a template keeps their other changes', {
  skip,
}, async () => {
  const { page } = await openAdmin(its, 'notes')
  const template = { name: 'Board', title_contains: 'board', is_default: false }
  await put(page, { instructions: 'First.', glossary: [], templates: [template] })
  await page.reload()
  await field(page, 'Instructions').fill('Mine.')
  await put(page, { ...(await held(page)), instructions: 'Theirs.' })
  // Whoever comes back to the tab has the document read anew, and with it the version that a save names.
  await page.evaluate("dispatchEvent(new Event('visibilitychange'))")
  await page.getByText('Saved now:').waitFor()
  await page.getByText('Theirs.', { exact: true }).waitFor()
  assert.equal(await field(page, 'Instructions').inputValue(), 'Mine.')

  await button(page, 'More for Board').click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Directors')
  const now = await held(page)
  const templates = [{ ...now.templates[0], title_contains: 'council', is_default: true }]
  await put(page, { ...now, templates })
  await button(page, 'Save').click()
  await dialog.getByText('Somebody else changed this meanwhile.').waitFor()
  await button(page, 'Save').click()
  await row(page, 'Directors').waitFor()
  const [{ name, title_contains, is_default }] = (await held(page)).templates
  assert.deepEqual([name, title_contains, is_default], ['Directors', 'council', true])
})

test('without administrator rights nothing of it is visible, and without templates the upload has no choice', {
  skip,
}, async () => {
  const { page } = await openSignedIn(its, 'bo@acme.test', '/admin?tab=notes')
  await page.getByText('You may not see this').waitFor()
  const admin = (await openAdmin(its, 'notes')).page
  await put(admin, { glossary: [], templates: [] })
  const asked = page.waitForResponse('**/api/v1/note_templates')
  await page.goto('/uploads?by=transcript')
  assert.equal((await asked).status(), 200)
  await page.getByRole('combobox', { name: 'Publish in' }).waitFor()
  assert.equal(await page.getByRole('combobox', { name: 'Template of the notes' }).count(), 0)
})
