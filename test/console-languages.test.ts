/** The language of AI notes in the console (decision 71): the wishes of a person and the workspace, and a recap in another one. */
// In a third of the runs: a browser walks through it.
import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'
import { noBrowser } from './support/chromium.ts'
import { lookAt } from './support/console-looks.ts'
import { type ConsoleWorld, openAdmin, openConsole, openSignedIn, recordingId } from './support/console-world.ts'
import { key, type LlmServer, openLlm } from './support/llm-server.ts'
import { waitFor } from './support/waiting.ts'

let its: ConsoleWorld
let model: LlmServer
let answer: (texts: string[]) => unknown
const inFrench = (texts: string[]) => ({ texts: texts.map((text) => `fr: ${text}`) })
before(async () => {
  if (noBrowser) return
  model = await openLlm('openai', ({ user }) =>
    answer(JSON.parse(/<material>\n(.*)\n<\/material>/s.exec(user)![1]!) as string[]),
  )
  its = await openConsole({ LLM_URL: model.url, LLM_MODEL: 'm-1', LLM_API_KEY: key })
})
afterEach(() => its?.closeTabs())
after(async () => {
  await its?.[Symbol.asyncDispose]()
  await model?.[Symbol.asyncDispose]()
})

const skip = noBrowser
const ada = 'ada@acme.test'

test('a person chooses the language of their notes, and the workspace its own', { skip }, async () => {
  const { page, unexpected } = await openSignedIn(its, ada, '/account')
  const field = page.getByRole('combobox', { name: 'Language of AI notes' })
  const mine = async () => (await (await page.request.get('/api/v1/me')).json()).user.notes_language ?? null
  await field.click()
  await page.getByRole('option', { name: 'French', exact: true }).click()
  await waitFor(async () => (await mine()) === 'fr')
  await page.reload()
  assert.equal(await field.inputValue(), 'French')
  assert.deepEqual(await lookAt(page, 'the account'), [])
  await field.click()
  await page.getByRole('option', { name: 'What the workspace chose' }).click()
  await waitFor(async () => (await mine()) === null)
  assert.deepEqual(unexpected(/401/), [])

  const admin = await openAdmin(its, 'settings')
  const ofWorkspace = async () =>
    (await (await admin.page.request.get('/api/v1/workspace')).json()).workspace.notes_language
  await admin.page.getByRole('combobox', { name: 'Language of AI notes' }).click()
  await admin.page.getByRole('option', { name: 'The language of the meeting', exact: true }).click()
  await waitFor(async () => (await ofWorkspace()) === 'spoken')
})

test('a recap has its notes in another language too, marked as translated', { skip }, async () => {
  const { page, unexpected } = await openSignedIn(its, ada, `/recap/${recordingId}`)
  const notes = page.getByRole('heading', { name: 'Summary' })
  await notes.waitFor()
  answer = () => 'Sorry!'
  await page.getByRole('button', { name: 'In another language…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Notes in another language' })
  await dialog.getByRole('combobox', { name: 'Language' }).click()
  await page.getByRole('option', { name: 'French', exact: true }).click()
  assert.deepEqual(await lookAt(page, 'the dialog'), [])
  await dialog.getByRole('button', { name: 'Translate' }).click()
  await page.getByText('Being translated: French …').waitFor()
  await its.world.settle()
  await page.getByText('The notes could not be translated (French).').waitFor()
  answer = inFrench
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByText('Being translated: French …').waitFor()
  await its.world.settle()
  await page.getByText('Translated (French) by m-1. Quotations are in the language of the meeting.').waitFor()
  const french = page.locator('[lang=fr]')
  assert.match((await french.textContent())!, /fr: /)
  assert.deepEqual(await lookAt(page, 'a translated recap'), [])
  await page.getByRole('button', { name: 'Language of the notes: French' }).click()
  await page.getByRole('menuitem', { name: 'Original' }).click()
  await french.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Language of the notes: Original' }).click()
  await page.getByRole('menuitem', { name: 'French' }).click()
  await french.waitFor()
  assert.deepEqual(unexpected(/401/), [])
})
