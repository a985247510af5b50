/** Pages of the console follow what others change, without a reload. */
// In a third of the runs: a browser walks through it.
import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { noBrowser } from './support/chromium.ts'
import { type ConsoleWorld, openConsole, openSignedIn, recordingId } from './support/console-world.ts'

let its: ConsoleWorld
before(async () => {
  if (!noBrowser) its = await openConsole()
})
afterEach(() => its?.closeTabs())
after(() => its?.[Symbol.asyncDispose]())

const skip = noBrowser

/** Opens a page, until it waits for changes. */
async function open(page: Page, path: string): Promise<void> {
  const waits = page.waitForRequest(/changes\?.*wait=30/)
  await page.goto(path)
  await waits
  await page.getByRole('heading', { level: 1 }).waitFor()
}

async function loseConnection(page: Page): Promise<void> {
  await page.context().setOffline(true)
  // The browser's switch leaves a request that is under way alone, and the browser sends it once more by itself.
  const cut = setInterval(() => its.world.api.api.server.closeAllConnections(), 100)
  await page
    .getByText('The connection is lost.')
    .waitFor()
    .finally(() => clearInterval(cut))
}

const rename = (noteId: string, title: string) =>
  its.world.db.updateTable('notes').set({ title }).where('id', '=', noteId).execute()

test('a note that another person renames is renamed on the page', { skip }, async () => {
  const { page } = await openSignedIn(its, 'ada@acme.test')
  await open(page, '/note/n_remote_1')
  await rename('n_remote_1', 'Remote control: begun')
  await page.getByRole('heading', { level: 1, name: 'Remote control: begun' }).waitFor()
})

test('an item that another person checks off is checked on the page', { skip }, async () => {
  const { page } = await openSignedIn(its, 'ada@acme.test')
  await open(page, '/items?whose=all')
  const boxes = page.locator('[data-item]')
  await boxes.first().waitFor()
  const [count, text] = [await boxes.count(), await page.locator('li:has([data-item]) label').first().innerText()]
  await its.world.db.updateTable('action_items').set({ status: 'Done' }).where('text', '=', text).execute()
  await page.getByRole('checkbox', { name: text, checked: true }).first().waitFor()
  assert.equal(await boxes.count(), count)
})

test('changes that were made while the tab was offline appear when it is connected again', { skip }, async () => {
  const { page, context } = await openSignedIn(its, 'ada@acme.test')
  await open(page, '/note/n_remote_2')
  await loseConnection(page)
  await rename('n_remote_2', 'Meanwhile')
  await context.setOffline(false)
  await page.getByRole('heading', { level: 1, name: 'Meanwhile' }).waitFor()
  await page.getByText('The connection is lost.').waitFor({ state: 'detached' })
})

test('the page shows that it is connected again before anything changes', { skip }, async () => {
  const { page, context } = await openSignedIn(its, 'ada@acme.test')
  await open(page, '/notes')
  await loseConnection(page)
  const answered = page.waitForResponse(/changes\?/)
  await context.setOffline(false)
  assert.match((await answered).url(), /wait=0/)
  await page.getByText('The connection is lost.').waitFor({ state: 'detached' })
})

test('the content stays on the page when it can no longer be read again', { skip }, async () => {
  const { page } = await openSignedIn(its, 'ada@acme.test')
  const refusal = { status: 400, json: { status: 400, message: 'Not now' } }
  for (const [path, shown, read] of [
    ['/', '[data-meeting]', /api\/v1\/(notes|action_items)$/],
    ['/channel/ch_product', '[data-meeting]', /api\/v1\/channel\//],
    ['/channels', '[data-row]', /api\/v1\/channels\?/],
    ['/calendar', '[aria-label^="Remove the feed"]', /api\/v1\/calendar\/feeds/],
    [`/recap/${recordingId}`, '[data-player]', /api\/v1\/recording\/\w+$/],
  ] as const) {
    await page.goto(path)
    await page.locator(shown).first().waitFor()
    await page.route(read, (route) => route.fulfill(refusal))
    const refused = page.waitForResponse(read)
    // Whoever has too old a cursor reads everything again.
    await page.route(/changes\?.*cursor/, (route) => route.fulfill({ status: 410, json: refusal.json }), { times: 1 })
    // More than once: a request that is on its way would be held for a minute.
    const cutting = setInterval(() => its.world.api.api.server.closeAllConnections(), 500)
    await refused
    clearInterval(cutting)
    await page.waitForTimeout(300)
    assert.equal(await page.getByText('Not now').count(), 0, path)
    assert(await page.locator(shown).first().isVisible(), path)
    await page.unroute(read)
  }
})
