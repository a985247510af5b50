/** Questions in the console (decision 56): the answer while it is written, its moments, and why there is none. */
// In a third of the runs: a browser walks through it.
import assert from 'node:assert/strict'
import { after, afterEach, before, beforeEach, test } from 'node:test'
import type { Page } from 'playwright-core'
import { noBrowser } from './support/chromium.ts'
import { type ConsoleWorld, openAdmin, openConsole, openSignedIn, recordingId } from './support/console-world.ts'
import { type HeldModel, openHeldModel } from './support/held-model.ts'
import { isTrue, waitFor } from './support/waiting.ts'

let its: ConsoleWorld
let model: HeldModel
before(async () => {
  if (noBrowser) return
  model = await openHeldModel()
  its = await openConsole({ LLM_URL: model.url, LLM_MODEL: 'm-1', LLM_TOKENS_PER_MONTH: '1000000' })
})
const price = { text: 'It is sold for twenty five Euro.', quote: 'selling this remote control for twenty five Euro' }
const cost = { text: 'Making it may cost half of that.', quote: 'fifty percent of the selling price' }
beforeEach(async () => {
  if (noBrowser) return
  Object.assign(model, { sentences: [price, cost], status: 200, held: Promise.resolve(), left: 0 })
  model.prompts.length = 0
  for (const table of ['model_use', 'question_counts'] as const) await its.world.db.deleteFrom(table).execute()
})
afterEach(() => its?.closeTabs())
after(async () => {
  await its?.[Symbol.asyncDispose]()
  await model?.[Symbol.asyncDispose]()
})

const skip = noBrowser
const ada = 'ada@acme.test'
const question = 'Are we selling this remote control for twenty five Euro?'
const asked = `/search?q=${encodeURIComponent(question)}&ask=yes`
const answerOn = (page: Page, to = question) => page.getByRole('region', { name: `Answer to: ${to}` })
const isPlaying = (page: Page) => isTrue(page, 'document.querySelector("video")?.paused === false')

test('Enter on a question mark is answered while it is written; a number plays its moment', { skip }, async () => {
  const go = Promise.withResolvers<void>()
  model.held = go.promise
  const { page, unexpected } = await openSignedIn(its, ada, '/channels')
  await page.getByText('Your channels').waitFor()
  await page.keyboard.press('/')
  await page.keyboard.type(question)
  await page.keyboard.press('Enter')
  await page.waitForURL('**ask=yes')
  const answer = answerOn(page)
  await answer.getByText(price.text).waitFor()
  assert.equal(await answer.getByText(cost.text).count(), 0)
  assert.equal(await answer.getAttribute('aria-busy'), 'true')
  await page.locator('ol > li mark').first().waitFor()
  go.resolve()
  await answer.getByText(cost.text).waitFor()
  await answer.getByText('Written by m-1').waitFor()
  assert.match((await answer.getByRole('listitem').first().textContent())!, /^1.*Ada Moreau · Remote control: kick-off/)
  await answer.getByRole('link', { name: /^Source 1: Ada Moreau/ }).click()
  await page.waitForURL(`**/recap/${recordingId}?t=336*`)
  await isPlaying(page)
  const segment = page.locator('a[data-match][data-active]')
  assert.equal(await segment.locator('mark').first().textContent(), price.quote)
  await page.goBack()
  await answerOn(page).getByText(cost.text).waitFor()
  assert.equal(model.prompts.length, 1)

  model.sentences = [cost]
  await page.getByRole('textbox', { name: 'Ask a follow-up' }).fill('And fifty percent of the selling price?')
  await page.keyboard.press('Enter')
  await answerOn(page, 'And fifty percent of the selling price?').getByText(cost.text).waitFor()
  assert.match(
    model.prompts[1]!,
    /Question: Are we selling this remote control for twenty five Euro\?\nAnswer: It is sold for/,
  )
  assert.deepEqual(unexpected(/401/), [])
})

test('a search is answered by a press of Ask; other filters ask again only by a press', { skip }, async () => {
  const { page } = await openSignedIn(its, ada, '/search?q=selling this remote control for twenty five Euro')
  await page.locator('ol > li mark').first().waitFor()
  assert.equal(model.prompts.length, 0)
  await page.getByRole('link', { name: 'Answer this' }).click()
  await answerOn(page, 'selling this remote control for twenty five Euro').getByText(cost.text).waitFor()
  await page.getByText('Transcript', { exact: true }).first().click()
  await page.getByRole('link', { name: 'Answer this' }).waitFor()
  assert.equal(model.prompts.length, 1)
  await page
    .getByRole('searchbox', { name: 'Search everything' })
    .first()
    .fill('twelve fifty Euros, fifty percent of the selling price')
  await page.getByRole('search').getByRole('button', { name: 'Ask' }).click()
  await answerOn(page, 'twelve fifty Euros, fifty percent of the selling price').getByText(cost.text).waitFor()
  assert.match(page.url(), /kinds=transcript/)
})

test('a question in the search is asked without its mark; other words lead to their hits', { skip }, async () => {
  const { page } = await openSignedIn(its, ada, '/channels')
  const field = page.getByRole('searchbox', { name: 'Search everything' })
  await field.fill('what are we selling the remote control for')
  await field.press('Enter')
  await page.waitForURL(/ask=yes/)
  await answerOn(page, 'what are we selling the remote control for').getByText(cost.text).waitFor()
  await field.fill('remote control')
  await field.press('Enter')
  await page.locator('[data-row]:focus').waitFor()
  assert.equal(new URL(page.url()).searchParams.get('ask'), null)
})

test('who leaves the page stops the model', { skip }, async () => {
  model.held = new Promise(() => {})
  const { page } = await openSignedIn(its, ada, asked)
  await answerOn(page).getByText(price.text).waitFor()
  await page.getByRole('link', { name: 'Channels' }).click()
  await waitFor(() => model.left === 1)
  model.held = Promise.resolve()
  await page.goBack()
  await answerOn(page).getByText('The answer was not finished.').waitFor()
  await page.getByRole('button', { name: 'Ask again' }).click()
  await answerOn(page).getByText(cost.text).waitFor()
})

test('it is said plainly when nothing was found, and when the model is away', { skip }, async () => {
  model.sentences = []
  const { page } = await openSignedIn(its, ada, asked)
  await answerOn(page).getByText('Nothing about this was found in what you may read.').waitFor()
  model.status = 401
  await page.goto('/search?q=remote&ask=yes')
  await answerOn(page, 'remote').getByText('The language model did not answer.').waitFor()
  await page.locator('ol > li mark').first().waitFor()
})

/** As if Ada had asked so many questions today, and the workspace had used so many tokens this month. */
async function use({ world: { db, base } }: ConsoleWorld, questions: number, tokens: number): Promise<void> {
  const [workspace_id, now] = ['ws_acme', base.clock().toISOString()]
  for (const table of ['model_use', 'question_counts'] as const) await db.deleteFrom(table).execute()
  const month = `${now.slice(0, 7)}-01`
  await db
    .insertInto('model_use')
    .values({ workspace_id, month, tokens } as never)
    .execute()
  const day = now.slice(0, 10)
  await db
    .insertInto('question_counts')
    .values({ workspace_id, user_id: 'u_ada', day, questions } as never)
    .execute()
}

test('it is said plainly when the month or the day is spent', { skip }, async () => {
  await use(its, 0, 1_000_000)
  const { page } = await openSignedIn(its, ada, asked)
  await answerOn(page).getByText('has used what the workspace may use of it this month').waitFor()
  await use(its, 100, 0)
  await page.goto('/search?q=remote&ask=yes')
  await page.getByText('You have asked 100 questions today').waitFor()
  assert.equal(model.prompts.length, 0)
})

test('on a recap one asks this meeting, and a number plays it there', { skip }, async () => {
  const { page } = await openSignedIn(its, ada, `/recap/${recordingId}`)
  await page.getByRole('textbox', { name: 'Ask this meeting' }).fill(question)
  await page.keyboard.press('Enter')
  await answerOn(page)
    .getByRole('button', { name: /^Source 1/ })
    .click()
  await isPlaying(page)
  assert(Number(await page.evaluate('document.querySelector("video").currentTime')) >= 336)
  assert.equal(new URL(page.url()).pathname, `/recap/${recordingId}`)
  const titles = [...model.prompts[0]!.matchAll(/title="([^"]*)"|meeting="([^"]*)"/g)].map(
    ([, one, other]) => one ?? other,
  )
  assert(
    titles.every((title) => title === 'Remote control: kick-off'),
    titles.join(),
  )
})

const addDecision = ({ world }: ConsoleWorld) => {
  const sections = [{ title: 'Decisions', items: [{ text: 'It costs twenty five Euro.', timestamp: 336 }] }]
  const ai_notes = JSON.stringify({ markdown: '', sections })
  return world.db.updateTable('recordings').set({ ai_notes }).where('id', '=', recordingId).execute()
}

test('before the next meeting one reads what was decided and is open, plays it, and checks it off', {
  skip,
}, async () => {
  await its.world.db.deleteFrom('recordings').where('id', 'in', ['r_remote_2', 'r_remote_3', 'r_remote_4']).execute()
  await addDecision(its)
  const { page } = await openSignedIn(its, ada, '/note/n_remote_review')
  await page.getByRole('link', { name: 'Since last time' }).click()
  await page.waitForURL('**/note/n_remote_review/brief')
  const item = page.getByRole('list', { name: 'Still to be done' }).getByRole('checkbox').first()
  const saved = page.waitForResponse('**/complete')
  await item.check()
  await saved
  assert.equal(await item.isChecked(), true)
  await page.getByRole('textbox', { name: 'Ask these meetings' }).fill(question)
  await page.keyboard.press('Enter')
  await answerOn(page).getByText(price.text).waitFor()
  await page.getByRole('list', { name: 'Decided' }).getByRole('link', { name: 'It costs twenty five Euro.' }).click()
  await page.waitForURL(`**/recap/${recordingId}?t=336`)
  await isPlaying(page)
})

test('Administration shows what is used of questions and tokens', { skip }, async () => {
  await use(its, 7, 412_300)
  const { page } = await openAdmin(its, 'settings')
  await page.getByText('7 of 100', { exact: true }).waitFor()
  await page.getByText('412,300 of 1,000,000', { exact: true }).waitFor()
})
