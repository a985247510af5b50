/** The administrator's pages in a real browser: people, invitations, keys, settings, the audit log. */
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, afterEach, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { createKey } from '../server/workspace/keys.ts'
import { noBrowser } from './support/chromium.ts'
import {
  type ConsoleWorld,
  openAdmin,
  openConsole,
  openSignedIn,
  recordingId,
  signInBy,
} from './support/console-world.ts'

let its: ConsoleWorld
before(async () => {
  if (!noBrowser) its = await openConsole()
})
afterEach(() => its?.closeTabs())
after(() => its?.[Symbol.asyncDispose]())

const skip = noBrowser

const openAs = (email: string, path: string) => openSignedIn(its, email, path)
const refused = / (401|403|404|409|410) /

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })
const menuItem = (page: Page, name: string) => page.getByRole('menuitem', { name, exact: true })
const row = (page: Page, text: string) => page.getByRole('listitem').filter({ hasText: text })
/** The links name PUBLIC_URL; the service of the test has another port. */
const here = (link: string) => its.origin + link.slice(link.indexOf('/sign-in#'))
const person = (email: string) =>
  its.world.db.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirst()
const audited = async (action: string) =>
  (await its.world.db.selectFrom('audit_log').selectAll().where('action', '=', action).orderBy('at').execute()).map(
    ({ user_id, on_behalf_of, method, path, status }) => [user_id, on_behalf_of, `${method} ${path}`, status],
  )

test('one person is invited by a link, three by a list; each link signs in', { skip }, async () => {
  const { page, unexpected } = await openAdmin(its)
  await button(page, 'Invite').click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Dee Sato')
  await page.getByLabel('E-mail address').fill('bo@acme.test')
  await page.getByRole('dialog').getByRole('button', { name: 'Invite' }).click()
  await page.getByText('bo@acme.test is the address of another account').waitFor()
  await page.getByLabel('E-mail address').fill('dee@acme.test')
  await page.getByRole('dialog').getByRole('button', { name: 'Invite' }).click()
  const link = await page.getByRole('group', { name: 'Sign-in link' }).locator('code').textContent()
  await button(page, 'Done').click()
  await row(page, 'dee@acme.test').waitFor()
  const dee = await its.openTab()
  await signInBy(dee.page, here(link!))
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
      ...[
        'eva@acme.test,"Ek, Eva",LINK,UNTIL,',
        'gil@acme.test,Gil,LINK,UNTIL,',
        `hal@acme.test,"'=Hal()",LINK,UNTIL,`,
      ],
    ],
  )
  await button(page, 'Done').click()
  assert.deepEqual([(await person('eva@acme.test'))!.admin, (await person('gil@acme.test'))!.admin], [true, false])
  assert.equal((await person('hal@acme.test'))!.full_name, '=Hal()')
  const gil = await its.openTab()
  await signInBy(gil.page, here(/https?:[^,]+/.exec(lines[2]!)![0]))
  await button(gil.page, 'Account of Gil').waitFor()
  assert.deepEqual(unexpected(refused), [])
})

test('a person is found, renamed, made an administrator, given a link, deactivated and brought back', {
  skip,
}, async () => {
  const { page, unexpected } = await openAdmin(its)
  await page.getByRole('searchbox', { name: 'Search by name or address' }).fill('hadd amir@')
  await row(page, 'Helena Brandt').waitFor({ state: 'detached' })
  await page.waitForURL(/q=hadd/)
  const amir = row(page, 'amir@acme.test')
  const doing = async (what: string) => {
    await button(page, /^More for/).click()
    await menuItem(page, what).click()
  }
  await doing('Rename')
  await page.getByRole('textbox', { name: 'Name' }).fill('Amir <i>Haddad</i>')
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
  assert.deepEqual(unexpected(refused), [])
})

test('the keys of everybody are switched off and deleted; channels, private ones too, are listed', {
  skip,
}, async () => {
  const { db, base } = its.world
  const made = { name: 'of Jonas', subdomain: 'acme', email: 'jonas@acme.test', superAdmin: false }
  const { secret } = await createKey(db, base.clock(), made)
  const { page, unexpected } = await openAdmin(its, 'keys')
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
  assert.deepEqual(unexpected(refused), [])
})

test('settings: the name, webhooks, and zero-day retention, which says what goes and needs to be known', {
  skip,
}, async () => {
  const { page, unexpected } = await openAdmin(its, 'settings')
  const stored = () =>
    its.world.db.selectFrom('workspaces').selectAll().where('id', '=', 'ws_acme').executeTakeFirstOrThrow()
  await page.getByRole('textbox', { name: 'Name' }).fill('Acme & Söhne')
  await button(page, 'Save').click()
  await page.getByRole('banner').getByText('Acme & Söhne').waitFor()
  const answered = page.waitForResponse((response) => response.request().method() === 'PATCH')
  await page.getByRole('switch', { name: 'Webhooks are on' }).uncheck()
  await answered
  assert.equal((await stored()).webhooks, 'switched_off')
  await button(page, 'Switch to zero-day …').click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('the transcripts of all recordings').waitFor()
  await dialog.getByText(/all sound and video: \d/).waitFor()
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
  assert.deepEqual(unexpected(refused), [])
})

test('the audit log: who did what, filtered in the address, page after page', { skip }, async () => {
  const { page, unexpected } = await openAdmin(its, 'audit')
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
  for (const each of await entries.getByRole('button').all()) await each.click()
  await page.getByText('"retention": "zero_day"').waitFor()
  await page.getByRole('combobox', { name: 'Who' }).click()
  await page.getByRole('option', { name: 'Bo Lindqvist (bo@acme.test)' }).click()
  await page.waitForURL(/user=u_bo/)
  await page.getByText('No entry is like that').waitFor()
  await fillAudit(60)
  await button(page, 'Clear the filters').click()
  await entries.nth(49).waitFor()
  assert.equal(await entries.count(), 50, 'a page of the log')
  await button(page, 'Show more').click()
  await entries.nth(50).waitFor()
  assert.deepEqual(unexpected(refused), [])
})

/** Requests of the past on behalf of Bo. */
async function fillAudit(rows: number): Promise<void> {
  const at = new Date(its.world.base.clock().getTime() - 3_600_000)
  const row = {
    workspace_id: 'ws_acme',
    at,
    action: 'impersonate',
    key_id: 'k',
    user_id: 'u_ada',
    on_behalf_of: 'u_bo',
  }
  const request = { method: 'GET', path: '/api/v1/me', status: 200, address: '127.0.0.1', request_id: 'req' }
  const values = Array.from({ length: rows }, (_, index) => ({
    ...{ ...row, ...request, id: `au_test_${index}`, body_sha256: null, details: '{}' },
  }))
  await its.world.db.insertInto('audit_log').values(values).execute()
}
