/** A person's page in a real browser: what they owe, what they decided, the meetings together; only what the reader sees. */
// In a third of the runs: a browser walks through it.
import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { noBrowser } from './support/chromium.ts'
import { type ConsoleWorld, openConsole, openSignedIn } from './support/console-world.ts'

const skip = noBrowser
const [ada, mei] = ['ada@acme.test', 'mei@acme.test']

let its: ConsoleWorld
before(async () => {
  if (noBrowser) return
  its = await openConsole()
})
afterEach(() => its?.closeTabs())
after(() => its?.[Symbol.asyncDispose]())

const part = (page: Page, title: string) =>
  page.locator('section').filter({ has: page.getByRole('heading', { name: title, exact: true, level: 2 }) })

test('a name of a note leads to what its person owes, decided, and meets about; an item is checked off there', {
  skip,
}, async () => {
  const { page, complaints } = await openSignedIn(its, ada, '/note/n_remote_2')
  await page.getByRole('link', { name: 'Bo Lindqvist' }).first().click()
  await page.waitForURL('**/person/u_bo')
  await page.getByRole('heading', { name: 'Bo Lindqvist', level: 1 }).waitFor()
  const meetings = part(page, 'Meetings together')
  await meetings.getByRole('link', { name: 'Remote control: kick-off' }).waitFor()
  const past = meetings.locator('section').filter({ has: page.getByRole('heading', { name: 'Earlier', level: 3 }) })
  const times = await Promise.all((await past.locator('h4 time').all()).map((each) => each.getAttribute('datetime')))
  assert(times.length > 2)
  assert.deepEqual(times, times.toSorted().reverse(), 'the newest first')
  // He said it; she wrote it.
  await part(page, 'Decisions').getByText('No rubber: the case and the keys are of plastic.').waitFor()
  const item = part(page, 'To be done by Bo Lindqvist').getByRole('checkbox').first()
  const saved = page.waitForResponse('**/complete')
  await item.check()
  await saved
  await page.getByRole('link', { name: 'Those that stand' }).click()
  await page.waitForURL('**/decisions?person=u_bo')
  assert.deepEqual(complaints, [])
})

test('what one owes oneself is of meetings with that person only', { skip }, async () => {
  const { page } = await openSignedIn(its, ada, '/person/u_bo')
  const title = 'To be done by you, from meetings together'
  await part(page, title).getByRole('checkbox', { name: 'Write the final report' }).waitFor()
  await page.goto('/person/u_kofi')
  await part(page, title).waitFor()
  await part(page, 'Meetings together').locator('[data-meeting], p').first().waitFor()
  assert.equal(await part(page, title).getByRole('checkbox', { name: 'Write the final report' }).count(), 0)
  await page.goto('/person/u_ada')
  await part(page, 'Meetings').locator('[data-meeting]').first().waitFor()
  assert.equal(await part(page, title).count(), 0)
})

test('speakers and quotations of a recap, and a search for the name, lead there too', { skip }, async () => {
  const { page } = await openSignedIn(its, ada, '/recap/r_remote_4')
  await page.getByRole('blockquote').getByRole('link', { name: 'Bo Lindqvist' }).click()
  await page.waitForURL('**/person/u_bo')
  await page.goBack()
  await part(page, 'Talk time').getByRole('link', { name: 'Priya Raman' }).click()
  await page.waitForURL('**/person/u_priya')
  await page.goto('/search?q=lind')
  await page.getByRole('list', { name: 'People with this name' }).getByRole('link', { name: 'Bo Lindqvist' }).click()
  await page.waitForURL('**/person/u_bo')
})

test('nobody is told more than they see, and an unknown person is not found', { skip }, async () => {
  await its.world.db.updateTable('action_items').set({ text: 'Unseen by Mei' }).where('id', '=', 'ai_badge').execute()
  const { page } = await openSignedIn(its, mei, '/person/u_bo')
  await part(page, 'Meetings together').locator('[data-meeting]').first().waitFor()
  await part(page, 'To be done by Bo Lindqvist').locator('[role=checkbox], input, p').first().waitFor()
  assert.equal(await page.getByText('Unseen by Mei').count(), 0)
  await page.goto('/person/u_none')
  await page.getByRole('heading', { name: 'There is nothing here' }).waitFor()
})
