/** The administrator's pages in a real browser: rights, people, invitations, keys, settings, the audit log, acting for somebody. */
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { createKey } from '../server/workspace/keys.ts'
import { noBrowser } from './support/chromium.ts'
import { type ConsoleWorld, openConsole, recordingId, signInBy } from './support/console-world.ts'

let its: ConsoleWorld
before(async () => {
  if (!noBrowser) its = await openConsole()
})
after(() => its?.[Symbol.asyncDispose]())

const skip = noBrowser
const ada = 'ada@acme.test'

async function openAs(email: string, path: string) {
  const tab = await its.openTab()
  await signInBy(tab.page, await its.linkFor(email))
  await tab.page.goto(path)
  return { ...tab, unexpected: () => tab.complaints.filter((each) => !/ (401|403|404|409) /.test(each)) }
}

/** Ada, with her administrator rights, on a page of the administration. */
async function openAdmin(tab = 'people') {
  const opened = await openAs(ada, `/admin?tab=${tab}`)
  await button(opened.page, 'Take administrator rights').click()
  await opened.page.getByRole('heading', { level: 1, name: 'Administration' }).waitFor()
  return opened
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })
const menuItem = (page: Page, name: string) => page.getByRole('menuitem', { name, exact: true })
const row = (page: Page, text: string) => page.getByRole('listitem').filter({ hasText: text })
const person = (email: string) =>
  its.world.db.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirst()
const audited = async (action: string) =>
  (await its.world.db.selectFrom('audit_log').selectAll().where('action', '=', action).orderBy('at').execute()).map(
    ({ user_id, on_behalf_of, method, path, status }) => [user_id, on_behalf_of, `${method} ${path}`, status],
  )

test('rights are taken for half an hour, told on every page, given up, and end by themselves', { skip }, async () => {
  const { page, unexpected } = await openAs(ada, '/admin')
  await page.getByRole('heading', { name: 'This needs administrator rights' }).waitFor()
  await button(page, 'Take administrator rights').click()
  const bar = page.getByRole('region', { name: 'Rights of this browser' })
  await bar.getByText('30 min left').waitFor()
  await page.goto(`/recap/${recordingId}`)
  await bar.waitFor()
  await button(page, 'Give up administrator rights').click()
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
  assert.deepEqual(unexpected(), [])

  const bo = await openAs('bo@acme.test', '/admin')
  await bo.page.getByText('Only administrators of the workspace may.').waitFor()
  assert.equal(await bo.page.getByRole('link', { name: 'Administration' }).count(), 0)
})

test('one person is invited by a link, three by a list; each link signs in', { skip }, async () => {
  const { page, unexpected } = await openAdmin()
  await button(page, 'Invite').click()
  await page.getByLabel('Name').fill('Dee Sato')
  await page.getByLabel('E-mail address').fill('bo@acme.test')
  await page.getByRole('dialog').getByRole('button', { name: 'Invite' }).click()
  await page.getByText('There is a person with this e-mail address').waitFor()
  await page.getByLabel('E-mail address').fill('dee@acme.test')
  await page.getByRole('dialog').getByRole('button', { name: 'Invite' }).click()
  const link = await page.getByRole('group', { name: 'Sign-in link' }).locator('code').textContent()
  await button(page, 'Done').click()
  await row(page, 'dee@acme.test').waitFor()
  const dee = await its.openTab()
  await signInBy(dee.page, link!)
  await button(dee.page, 'Account of Dee Sato').waitFor()

  await button(page, 'Invite from a list').click()
  const list =
    'name;e-mail;admin\n"Ek, Eva";eva@acme.test;yes\nFay;fay@acme;\nGil;gil@acme.test;\n=Hal();hal@acme.test;no\n'
  const more = `${list}Bo;BO@acme.test;\nGil;gil@acme.test;\n`
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'p.csv', mimeType: 'text/csv', buffer: Buffer.from(more) })
  await page.getByText('3 can be invited, 3 not').waitFor()
  await row(page, 'line 3').getByText('Not an address').waitFor()
  await row(page, 'line 6').getByText('Has an account').waitFor()
  await row(page, 'line 7').getByText('Stands here twice').waitFor()
  await button(page, 'Invite 3 people').click()
  await page.getByText('3 of 3 done').waitFor()
  const saved = page.waitForEvent('download')
  await button(page, 'Download links (CSV)').click()
  const lines = (await readFile(await (await saved).path(), 'utf8')).replace('\ufeff', '').split('\r\n')
  assert.deepEqual(
    lines.map((line) => line.replace(/https?:\S+?,\S+?,/, 'LINK,UNTIL,')),
    [
      'email,name,sign_in_link,works_until,problem',
      ...['eva@acme.test,"Ek, Eva",LINK,UNTIL,', 'gil@acme.test,Gil,LINK,UNTIL,', "hal@acme.test,'=Hal(),LINK,UNTIL,"],
    ],
  )
  await button(page, 'Done').click()
  assert.deepEqual([(await person('eva@acme.test'))!.admin, (await person('gil@acme.test'))!.admin], [true, false])
  assert.equal((await person('hal@acme.test'))!.full_name, '=Hal()')
  const gil = await its.openTab()
  await signInBy(gil.page, /https?:[^,]+/.exec(lines[2]!)![0])
  await button(gil.page, 'Account of Gil').waitFor()
  assert.deepEqual(unexpected(), [])
})

test('a person is found, renamed, made an administrator, given a link, deactivated and brought back', {
  skip,
}, async () => {
  const { page, unexpected } = await openAdmin()
  await page.getByRole('searchbox').fill('hadd amir@')
  await row(page, 'Helena Brandt').waitFor({ state: 'detached' })
  await page.waitForURL(/q=hadd/)
  const amir = row(page, 'amir@acme.test')
  const doing = async (what: string) => {
    await button(page, /^More for/).click()
    await menuItem(page, what).click()
  }
  await doing('Rename')
  await page.getByLabel('Name').fill('Amir <i>Haddad</i>')
  await button(page, 'Save').click()
  await amir.getByText('Amir <i>Haddad</i>').waitFor()
  await doing('Make an administrator')
  await amir.getByText('Administrator').waitFor()
  await doing('Take the administrator role away')
  await amir.getByText('Administrator').waitFor({ state: 'detached' })
  await doing('Sign-in link')
  await button(page, 'Make a link').click()
  await page
    .getByRole('group', { name: 'Sign-in link' })
    .getByText(/sign-in#token=/)
    .waitFor()
  await button(page, 'Done').click()
  const his = await openAs('amir@acme.test', '/')
  await doing('Deactivate')
  await page.getByRole('dialog').getByText('They are signed out everywhere').waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Deactivate' }).click()
  await amir.getByText('Deactivated').waitFor()
  assert.equal((await his.page.request.get('/api/v1/me')).status(), 401)
  await doing('Activate')
  await amir.getByText('Deactivated').waitFor({ state: 'detached' })
  const { full_name, admin, active } = (await person('amir@acme.test'))!
  assert.deepEqual([full_name, admin, active], ['Amir <i>Haddad</i>', false, true])
  assert.deepEqual(unexpected(), [])
})

test('acting for somebody: their meetings and no more, told on every page, in the audit log, ended', {
  skip,
}, async () => {
  const { page, context, unexpected } = await openAdmin()
  await page.goto('/')
  const titles = page.locator('[data-meeting]')
  await titles.first().waitFor()
  await page.goto('/admin?q=helena')
  await button(page, 'More for Helena Brandt').click()
  await menuItem(page, 'Act as this person').click()
  const bar = page.getByRole('region', { name: 'Rights of this browser' })
  await bar.getByText('You are acting as Helena Brandt').waitFor()
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
  await page.getByLabel('Name').fill('for Helena')
  await button(page, 'Make key').click()
  await page.getByRole('group', { name: 'Key' }).waitFor()
  const key = await its.world.db.selectFrom('api_keys').selectAll().where('name', '=', 'for Helena').executeTakeFirst()
  assert.equal(key!.user_id, 'u_helena')
  await button(page, 'Done').click()
  assert((await audited('impersonate')).every(([by, on]) => by === 'u_ada' && on === 'u_helena'))
  assert((await audited('impersonate')).some(([, , what, status]) => what === 'POST /api/v1/api_key' && status === 201))

  await button(page, 'Stop acting').click()
  await button(page, 'Account of Ada Moreau').waitFor()
  await bar.getByText('You have administrator rights').waitFor()
  assert.equal(await page.evaluate('sessionStorage.getItem("minutebook.on_behalf_of")'), null)
  assert.deepEqual(unexpected(), [])
})

test('acting ends with the rights to do so: nothing more of that person is shown', { skip }, async () => {
  const { page } = await openAdmin()
  await page.goto('/admin?q=helena')
  await button(page, 'More for Helena Brandt').click()
  await menuItem(page, 'Act as this person').click()
  await page.getByText('You are acting as Helena Brandt').waitFor()
  await page.locator('[data-meeting]').first().waitFor()
  await its.world.db.updateTable('sessions').set({ elevated_until: null }).execute()
  await page.locator('[data-meeting]').first().click()
  await button(page, 'Account of Ada Moreau').waitFor()
  await page.getByRole('region', { name: 'Rights of this browser' }).waitFor({ state: 'detached' })
  assert.equal(await page.evaluate('sessionStorage.getItem("minutebook.on_behalf_of")'), null)
})

test('the keys of everybody are switched off and deleted; channels, private ones too, are listed', {
  skip,
}, async () => {
  const { db, base } = its.world
  const made = { name: 'of Jonas', subdomain: 'acme', email: 'jonas@acme.test', superAdmin: false }
  const { secret } = await createKey(db, base.clock(), made)
  const { page, unexpected } = await openAdmin('keys')
  const key = row(page, 'Jonas Weber')
  await key.getByRole('button').click()
  await menuItem(page, 'Switch off').click()
  await key.getByText('Off', { exact: true }).waitFor()
  assert.equal((await its.world.get('/api/v1/me', secret)).status, 401)
  await key.getByRole('button').click()
  await menuItem(page, 'Delete').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await key.waitFor({ state: 'detached' })
  await page.getByRole('tab', { name: 'Channels' }).click()
  await row(page, 'Leads').getByText('Private').waitFor()
  await row(page, 'Leads').getByText('3 members').waitFor()
  assert.deepEqual(unexpected(), [])
})

test('settings: the name, webhooks, and zero-day retention, which says what goes and needs to be known', {
  skip,
}, async () => {
  const { page, unexpected } = await openAdmin('settings')
  const stored = () =>
    its.world.db.selectFrom('workspaces').selectAll().where('id', '=', 'ws_acme').executeTakeFirstOrThrow()
  await page.getByLabel('Name').fill('Acme & Söhne')
  await button(page, 'Save').click()
  await page.getByRole('banner').getByText('Acme & Söhne').waitFor()
  await page.getByRole('switch', { name: 'Webhooks are on' }).uncheck()
  await page.waitForResponse((response) => response.url().endsWith('/api/v1/workspace'))
  assert.equal((await stored()).webhooks, 'switched_off')
  await button(page, 'Switch to zero-day …').click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('the transcripts of all recordings').waitFor()
  await dialog.getByText(/all sound and video: [\d.]+ MB/).waitFor()
  assert(await dialog.getByRole('button', { name: 'Delete and switch' }).isDisabled())
  await button(page, 'Cancel').click()
  assert.equal((await stored()).retention, 'standard')
  await button(page, 'Switch to zero-day …').click()
  await dialog.getByRole('checkbox').check()
  await dialog.getByRole('button', { name: 'Delete and switch' }).click()
  await page.getByText('Zero-day: transcripts and media are deleted').waitFor()
  assert.equal((await stored()).retention, 'zero_day')
  await page.goto(`/recap/${recordingId}`)
  await page.getByText('There is no transcript of this recording.').waitFor()
  assert.deepEqual(unexpected(), [])
})

test('the audit log: who did what, filtered in the address, page after page', { skip }, async () => {
  const { page, unexpected } = await openAdmin('audit')
  const entries = page.getByRole('list', { name: 'Audit log' }).getByRole('listitem')
  await entries.first().waitFor()
  await entries
    .filter({ hasText: 'Took administrator rights' })
    .first()
    .getByText('POST /api/v1/session/elevate')
    .waitFor()
  await page.goto('/admin?tab=audit&action=workspace.change')
  await entries.filter({ hasText: 'Took administrator rights' }).first().waitFor({ state: 'detached' })
  await entries.first().waitFor()
  assert.equal(await entries.count(), (await audited('workspace.change')).length)
  await entries.first().getByRole('button').click()
  await page.getByText('"retention": "zero_day"').waitFor()
  await page.getByRole('combobox', { name: 'Who' }).click()
  await page.getByRole('option', { name: 'Bo Lindqvist (bo@acme.test)' }).click()
  await page.waitForURL(/user=u_bo/)
  await page.getByText('No entry is like that').waitFor()
  await button(page, 'Clear the filters').click()
  await entries.first().waitFor()
  assert.equal(await entries.count(), 50, 'there were more requests than a page holds')
  await button(page, 'Show more').click()
  await entries.nth(50).waitFor()
  assert.deepEqual(unexpected(), [])
})
