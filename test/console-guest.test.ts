/** A link for people without an account in a real browser: made in the console, opened elsewhere, printed, saved, withdrawn. */
// In a third of the runs: a browser walks through it.
import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { noBrowser } from './support/chromium.ts'
import { type ConsoleWorld, openAdmin, openConsole, openSignedIn, recordingId } from './support/console-world.ts'

let its: ConsoleWorld
before(async () => {
  if (!noBrowser) its = await openConsole()
})
afterEach(() => its?.closeTabs())
after(() => its?.[Symbol.asyncDispose]())

const skip = noBrowser
const ada = 'ada@acme.test'
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })

test('a link is made, opened without an account and with a password, saved, and withdrawn', { skip }, async () => {
  const admin = await openAdmin(its, 'settings')
  await admin.page.getByRole('switch', { name: 'People may make links that open without an account' }).click()
  await admin.page.locator('[role=switch]:checked').first().waitFor()
  await admin.page.goto(`/recap/${recordingId}`)
  await button(admin.page, 'Share').click()
  const dialog = admin.page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Make a link' }).click()
  assert(await dialog.getByLabel('Action items').isChecked(), 'who gets notes wants the items')
  const onScreen = await dialog.getByRole('button', { name: 'Make a link' }).boundingBox()
  assert(onScreen!.y + onScreen!.height <= admin.page.viewportSize()!.height, 'the form came into view')
  for (const part of ['Transcript', 'Sound and picture']) await dialog.getByLabel(part).check()
  await dialog.getByLabel('Password, if you want one').fill('a long secret')
  await dialog.getByRole('button', { name: 'Make a link' }).click()
  const url = await dialog.getByRole('group', { name: 'Link' }).locator('code').textContent()
  await dialog.getByText('never opened').waitFor()
  assert.deepEqual(admin.unexpected(/ (401|403) /), [])

  const guest = await its.openTab({ viewport: { width: 390, height: 844 }, acceptDownloads: true })
  const { pathname, hash } = new URL(url!)
  await guest.page.goto(pathname + hash)
  await guest.page.getByLabel('Password').fill('not this one')
  await button(guest.page, 'Show').click()
  await guest.page.getByText('The password is wrong.').waitFor()
  await guest.page.getByLabel('Password').fill('a long secret')
  await button(guest.page, 'Show').click()
  await guest.page.getByRole('heading', { name: 'Transcript' }).waitFor()
  await guest.page.getByText('Ada Moreau (Acme) shares this with you.').waitFor()
  assert.deepEqual(await guest.page.context().cookies(), [])
  const saved = guest.page.waitForEvent('download')
  await button(guest.page, 'Word file').click()
  assert.match((await saved).suggestedFilename(), /\.docx$/)
  await guest.page.pdf()
  const paper = await guest.page.locator('body > article').textContent()
  assert.match(
    paper!,
    /^Remote control: kick-off.*Ada Moreau \(Acme\) shares this with you\..*Action items.*Transcript/,
  )
  assert.deepEqual(guest.unexpected(/ 403 /), [])

  await admin.page.reload()
  await button(admin.page, 'Share').click()
  await admin.page.getByText('opened once').waitFor()
  await button(admin.page, /^Withdraw the link/).click()
  await admin.page.getByText('opened once').waitFor({ state: 'detached' })
  await guest.page.reload()
  await guest.page.getByRole('heading', { name: 'This link opens nothing' }).waitFor()
})

test('without the switch nobody is offered a link', { skip }, async () => {
  await its.world.db.updateTable('workspaces').set({ outside_links: false }).execute()
  const { page } = await openSignedIn(its, ada, `/recap/${recordingId}`)
  await button(page, 'Share').click()
  await page.getByText('Published in').waitFor()
  await page.getByText('switched off here. Allow them: Administration → Settings').waitFor()
  assert.equal(await button(page, 'Make a link').count(), 0)
})

test('nothing is said about channels before they are read', { skip }, async () => {
  const { page } = await openSignedIn(its, ada, `/recap/${recordingId}`)
  const reading = Promise.withResolvers<void>()
  await page.route(/\/channels\?/, async (route) => {
    await reading.promise
    await route.continue()
  })
  await button(page, 'Share').click()
  await page.getByText('Published in').waitFor()
  assert.equal(await page.getByText('You are not in any other channel.').count(), 0)
  reading.resolve()
  await page.getByRole('combobox', { name: 'Publish in' }).waitFor()
})

test('times of a link without sound are plain text', { skip }, async () => {
  const { page } = await openSignedIn(its, ada, `/recap/${recordingId}`)
  await its.world.db.updateTable('workspaces').set({ outside_links: true }).execute()
  const data = { expires_in: 86_400, parts: ['notes', 'items'] }
  const made = await page.request.post(`/api/v1/recording/${recordingId}/link`, {
    data,
    headers: { origin: its.origin },
  })
  assert.equal(made.status(), 201, await made.text())
  const { pathname, hash } = new URL((await made.json()).link.url)
  const guest = await its.openTab()
  await guest.page.goto(pathname + hash)
  await guest.page.locator('li time').first().waitFor()
  const background = await guest.page.evaluate("getComputedStyle(document.querySelector('li time')).backgroundColor")
  assert.equal(background, 'rgba(0, 0, 0, 0)')
})

test('a password that was refused for a moment can be sent again', { skip }, async () => {
  const { page } = await openSignedIn(its, ada)
  await its.world.db.updateTable('workspaces').set({ outside_links: true }).execute()
  const data = { expires_in: 86_400, parts: ['notes'], password: 'a long secret' }
  const headers = { origin: its.origin }
  const made = await page.request.post(`/api/v1/recording/${recordingId}/link`, { data, headers })
  const { pathname, hash } = new URL((await made.json()).link.url)
  const guest = await its.openTab()
  await guest.page.goto(pathname + hash)
  await guest.page.getByLabel('Password').fill('a long secret')
  const busy = { status: 503, json: { message: 'Too busy' } }
  await guest.page.route('**/api/v1/guest', (route) => route.fulfill(busy), { times: 1 })
  await button(guest.page, 'Show').click()
  await guest.page.getByRole('alert').waitFor()
  await button(guest.page, 'Show').click()
  await guest.page.getByText('Ada Moreau (Acme) shares this with you.').waitFor()
})
