/** One's sessions, and the rights of administrators in a real browser: taken and given up, and used to act for somebody. */
// In a third of the runs: a browser walks through it.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, afterEach, before, test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { unsubscribeUrl } from '../server/meetings/recordings/recap-mail/unsubscribe.ts'
import { noRadicale, openRadicale, passwords } from './support/caldav-server.ts'
import { noBrowser } from './support/chromium.ts'
import { lookAt } from './support/console-looks.ts'
import {
  type ConsoleWorld,
  endSessionsAt,
  hearNothing,
  openAdmin,
  openConsole,
  openSignedIn,
  recordingId,
} from './support/console-world.ts'
import { isTrue } from './support/waiting.ts'

let its: ConsoleWorld
before(async () => {
  if (!noBrowser) its = await openConsole({ WEBHOOK_ALLOWED_NETWORKS: '127.0.0.1/32' })
})
afterEach(() => its?.closeTabs())
after(() => its?.[Symbol.asyncDispose]())

const skip = noBrowser
const ada = 'ada@acme.test'

const openAs = (email: string, path: string) => openSignedIn(its, email, path)
const refused = / (401|403|404|409) /

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })
const menuItem = (page: Page, name: string) => page.getByRole('menuitem', { name, exact: true })
const audited = async (action: string) =>
  (await its.world.db.selectFrom('audit_log').selectAll().where('action', '=', action).orderBy('at').execute()).map(
    ({ user_id, on_behalf_of, method, path, status }) => [user_id, on_behalf_of, `${method} ${path}`, status],
  )

test('a person becomes super admin for half an hour: shown on every page, ended by hand or by itself', {
  skip,
}, async () => {
  const { page, unexpected } = await openAs(ada, '/admin')
  await page.getByRole('heading', { name: 'This needs administrator rights' }).waitFor()
  await button(page, 'Take administrator rights').click()
  const bar = page.getByRole('region', { name: 'Rights of this browser' })
  await bar.getByText('30 min left').waitFor()
  await page.goto(`/recap/${recordingId}`)
  await bar.waitFor()
  await button(page, 'End administrator rights').click()
  await bar.waitFor({ state: 'detached' })
  await button(page, 'Account of Ada Moreau').click()
  await menuItem(page, 'Take administrator rights').click()
  await bar.waitFor()
  assert.equal((await audited('session.elevate')).length, 2)
  assert.equal((await audited('session.lower')).length, 1)
  await its.world.db
    .updateTable('sessions')
    .set({ elevated_until: its.world.base.clock() })
    .where('elevated_until', 'is not', null)
    .execute()
  await page.goto('/admin')
  await page.getByRole('heading', { name: 'This needs administrator rights' }).waitFor()
  // Rights that ended end the cursor too.
  assert.deepEqual(unexpected(/ (401|403|404|409|410) /), [])

  const bo = await openAs('bo@acme.test', '/admin')
  await bo.page.getByText('Only administrators of the workspace can open this page.').waitFor()
  assert.equal(await bo.page.getByRole('link', { name: 'Administration' }).count(), 0)
})

test('acting for a person: only their meetings, shown on every page, in the audit log, ended', { skip }, async () => {
  const { page, context, unexpected } = await openAdmin(its)
  await page.goto('/')
  const titles = page.locator('[data-meeting]')
  await titles.first().waitFor()
  await page.goto('/admin?q=helena')
  await button(page, 'More for Helena Brandt').click()
  await menuItem(page, 'Act as this person').click()
  const bar = page.getByRole('region', { name: 'Rights of this browser' })
  await bar.getByText('Acting as Helena Brandt').waitFor()
  await titles.first().waitFor()
  const hers = await openAs('helena@acme.test', '/')
  await hers.page.locator('[data-meeting]').first().waitFor()
  const shown = await titles.allTextContents()
  assert(shown.length > 0)
  assert.deepEqual(shown, await hers.page.locator('[data-meeting]').allTextContents())
  await page.goto(`/recap/${recordingId}`)
  await page.getByRole('heading', { name: 'There is nothing here' }).waitFor()
  await bar.waitFor()
  await button(page, 'Account of Helena Brandt').waitFor()
  await page.goto('/admin')
  await page.getByText('You are acting as somebody else.').waitFor()

  // Another tab of the same browser acts for nobody.
  const other = await context.newPage()
  await other.goto('/')
  await button(other, 'Account of Ada Moreau').waitFor()
  await other.close()

  await page.goto('/developer')
  await button(page, 'New key').click()
  await page.getByRole('textbox', { name: 'Name' }).fill('for Helena')
  await button(page, 'Create key').click()
  await page.getByRole('group', { name: 'Key', exact: true }).waitFor()
  const key = await its.world.db.selectFrom('api_keys').selectAll().where('name', '=', 'for Helena').executeTakeFirst()
  assert.equal(key!.user_id, 'u_helena')
  await button(page, 'Done').click()
  assert((await audited('impersonate')).every(([by, on]) => by === 'u_ada' && on === 'u_helena'))
  assert((await audited('impersonate')).some(([, , what, status]) => what === 'POST /api/v1/api_key' && status === 201))

  await button(page, 'Stop acting').click()
  await button(page, 'Account of Ada Moreau').waitFor()
  await page.waitForURL(/\/admin/)
  await bar.getByText('Administrator rights', { exact: true }).waitFor()
  assert.equal(await page.evaluate('sessionStorage.getItem("minutebook.on_behalf_of")'), null)
  assert.deepEqual(unexpected(refused), [])
})

test('until the page is reloaded, it keeps its caller when acting begins and ends', { skip }, async () => {
  const { page, unexpected } = await openAdmin(its)
  const waits = () => page.waitForRequest(/changes\?.*wait=30/)
  const isWaiting = waits()
  await page.goto('/admin?q=helena')
  await isWaiting
  // The next page is held back, and a change ends the request that waits for one.
  await page.route(
    (url) => !url.pathname.startsWith('/api/'),
    async (route) => {
      if (route.request().isNavigationRequest()) {
        await its.world.db.updateTable('notes').set({ title: randomUUID() }).where('id', '=', 'n_remote_1').execute()
        await setTimeout(1_500)
      }
      await route.continue()
    },
  )
  await button(page, 'More for Helena Brandt').click()
  const isActing = waits()
  await menuItem(page, 'Act as this person').click()
  await page.getByText('Acting as Helena Brandt').waitFor()
  await isActing
  await button(page, 'Stop acting').click()
  await button(page, 'Account of Ada Moreau').waitFor()
  assert.deepEqual(unexpected(refused), [])
})

test('acting ends with the super admin rights: the page shows nothing more of that person', { skip }, async () => {
  const { page } = await openAdmin(its)
  await page.goto('/admin?q=helena')
  await button(page, 'More for Helena Brandt').click()
  await menuItem(page, 'Act as this person').click()
  await page.getByText('Acting as Helena Brandt').waitFor()
  await page.locator('[data-meeting]').first().waitFor()
  await its.world.db.updateTable('sessions').set({ elevated_until: null }).execute()
  await page.locator('[data-meeting]').first().click()
  await button(page, 'Account of Ada Moreau').waitFor()
  await page.getByRole('region', { name: 'Rights of this browser' }).waitFor({ state: 'detached' })
  assert.equal(await page.evaluate('sessionStorage.getItem("minutebook.on_behalf_of")'), null)
})

test('a page whose session has ended does not show the person as signed in', { skip }, async () => {
  const { page } = await openAs('bo@acme.test', '/')
  await hearNothing(page)
  await page.goto('/account')
  await page.getByText('This browser').waitFor()
  await endSessionsAt(page, its, '**/api/v1/calendar/feeds*')
  await page.getByRole('link', { name: 'Calendar' }).click()
  await button(page, 'Use an API key instead').waitFor()
  assert.equal(await page.getByText('You are signed in as').count(), 0)
})

test('the browsers of an account are listed; one is signed out, then all others', { skip }, async () => {
  const email = 'kofi@acme.test'
  const { page, unexpected } = await openAs(email, '/')
  const others = [await openAs(email, '/'), await openAs(email, '/'), await openAs(email, '/')]
  const signedIn = () => Promise.all(others.map(async (each) => (await each.page.request.get('/api/v1/me')).ok()))
  await button(page, 'Account of Kofi Mensah').click()
  await menuItem(page, 'Account').click()
  await page.getByRole('heading', { level: 1, name: 'Account' }).waitFor()
  const rows = page.getByRole('list', { name: 'Signed-in browsers' }).getByRole('listitem')
  await rows.nth(3).waitFor()
  assert.equal(await rows.filter({ hasText: 'This browser' }).count(), 1)
  await rows.getByRole('button').first().click()
  await rows.nth(3).waitFor({ state: 'detached' })
  assert.equal((await signedIn()).filter(Boolean).length, 2)
  await button(page, 'Sign out all others').click()
  await page.getByText('2 other browsers are signed out.').waitFor()
  await button(page, 'Sign them out').click()
  await rows.nth(1).waitFor({ state: 'detached' })
  assert.deepEqual(await signedIn(), [false, false, false])
  await page.getByText('This browser', { exact: true }).waitFor()
  assert.deepEqual(unexpected(refused), [])
})

test('recaps by mail are chosen in the account, and ended by the link of a mail without a session', {
  skip,
}, async () => {
  const { base } = its.world
  const { page, unexpected } = await openAs(ada, '/account')
  const pace = (name: RegExp) => page.getByRole('radio', { name })
  await page.getByText('This service sends no mail yet.').waitFor()
  assert(await pace(/^Once a day/).isDisabled())
  await page.route('**/api/v1/me/notifications', async (route) => {
    const answer = await route.fetch()
    const { notifications } = await answer.json()
    await route.fulfill({ response: answer, json: { notifications: { ...notifications, mail: true } } })
  })
  await its.world.db
    .insertInto('recap_mail_wishes')
    .values({ workspace_id: 'ws_acme', user_id: 'u_ada', recaps: 'daily', time_zone: 'Europe/Berlin' })
    .execute()
  await page.reload()
  await page.getByText('At 7 in the morning (Europe/Berlin)').waitFor()
  assert(await pace(/^Once a day/).isChecked())
  await pace(/^No mails/).click()
  await page.getByText('At 7 in the morning', { exact: true }).waitFor()
  assert.deepEqual(await its.world.db.selectFrom('recap_mail_wishes').select('recaps').execute(), [{ recaps: 'none' }])
  assert.deepEqual(unexpected(refused), [])

  const other = await its.openTab()
  const person = { workspaceId: 'ws_acme', userId: 'u_ada' }
  const link = unsubscribeUrl(its.origin, base.secretKey, person)
  await other.page.goto(link.replace('u_ada', 'u_bo'))
  await button(other.page, 'Stop the mails').click()
  await other.page.getByRole('alert').getByText('This link is not valid').waitFor()
  await other.page.goto(link)
  await button(other.page, 'Stop the mails').click()
  await other.page.getByRole('status').getByText('Done.').waitFor()
})

test('a to-do list is connected, shows its state and is disconnected', { skip: skip || noRadicale }, async () => {
  await using server = await openRadicale()
  const todos = '<C:supported-calendar-component-set><C:comp name="VTODO"/></C:supported-calendar-component-set>'
  await server.make('/bo/todo/', todos, 'bo', 'Work')
  const { page } = await openAs('bo@acme.test', '/items')
  const dialog = page.getByRole('dialog')
  const part = page.locator('section', { has: page.getByRole('heading', { name: 'To-do list' }) })
  const fromItems = page.getByRole('link', { name: 'Connect your to-do list' })
  await fromItems.click()
  await part.getByRole('button', { name: 'Connect a list' }).waitFor()
  const top = "document.getElementById('to-do-list').getBoundingClientRect().top"
  await isTrue(page, `${top} > 0 && ${top} < innerHeight / 2`)
  await part.getByRole('button', { name: 'Connect a list' }).click()
  await dialog.getByLabel('Address of the server').fill(server.url().replace('https://', ''))
  await dialog.getByLabel('User name').fill('bo')
  await dialog.getByLabel('Name of the list').fill('work')
  await dialog.getByLabel('App password').fill('wrong')
  await dialog.getByRole('button', { name: 'Connect', exact: true }).click()
  await dialog.getByRole('alert').getByText('want an app password').waitFor()
  assert.deepEqual(await lookAt(page, 'account-todo-connect'), [])
  await dialog.getByLabel('App password').fill(passwords.bo!)
  await dialog.getByRole('button', { name: 'Connect', exact: true }).click()
  await part.getByText('Work', { exact: true }).waitFor()
  await its.world.settle()
  await part.getByText(/compared .* items?$/).waitFor()
  assert.deepEqual(await lookAt(page, 'account-todo'), [])
  await page.goto('/items')
  await page.locator('[data-item]').first().waitFor()
  assert.equal(await fromItems.count(), 0)
  await page.goBack()
  await part.getByRole('button', { name: 'Disconnect' }).click()
  await page.getByText('The list stays as it is, with the items in it.').waitFor()
  await dialog.getByRole('button', { name: 'Disconnect' }).click()
  await part.getByRole('button', { name: 'Connect a list' }).waitFor()
})
