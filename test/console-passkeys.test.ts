/** Passkeys in a real browser with a virtual device: offered, made, used to sign in and for administrator rights, withdrawn. */
// In a third of the runs: a browser walks through it.
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, afterEach, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { tokenFor } from './support/browser.ts'
import { noBrowser } from './support/chromium.ts'
import { type ConsoleWorld, openConsole, signInBy } from './support/console-world.ts'
import { freePort } from './support/free-port.ts'
import { type MailServer, openMailServer } from './support/mail-server.ts'

let mails: MailServer
let its: ConsoleWorld
let here: string
before(async () => {
  if (noBrowser) return
  const port = await freePort()
  here = `http://localhost:${port}`
  mails = await openMailServer()
  its = await openConsole({ ...mails.settings, PUBLIC_URL: here }, port)
})
afterEach(async () => {
  await its?.closeTabs()
  await its?.world.db.deleteFrom('passkeys').execute()
})
after(async () => {
  await its?.[Symbol.asyncDispose]()
  await mails?.[Symbol.asyncDispose]()
})

const skip = noBrowser
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })
const path = '/api/v1/me/passkeys'
const rows = () => its.world.db.selectFrom('passkeys').select(['user_id', 'name', 'host', 'last_used_at']).execute()

/** A browser at the host name, with a device that asks for a fingerprint and gets it. */
async function openWithDevice({ suggests = false } = {}) {
  const tab = await its.openTab({ baseURL: here })
  if (!suggests)
    await tab.context.addInitScript('PublicKeyCredential.isConditionalMediationAvailable = async () => false')
  const devtools = await tab.context.newCDPSession(tab.page)
  await devtools.send('WebAuthn.enable')
  const options = { protocol: 'ctap2', transport: 'internal', hasResidentKey: true, hasUserVerification: true } as const
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: { ...options, isUserVerified: true, automaticPresenceSimulation: true },
  })
  const signIn = async (email: string) =>
    signInBy(tab.page, `${here}/sign-in#token=${await tokenFor(its.world, email)}`)
  return { ...tab, signIn }
}

async function signOut(page: Page): Promise<void> {
  await button(page, /^Account of/).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await page.waitForURL('**/sign-in*')
}

test('a passkey is offered, made, and signs in; without one nothing is forced', { skip }, async () => {
  const { page, signIn, unexpected } = await openWithDevice()
  await signIn('ada@acme.test')
  const offer = page.getByRole('region', { name: 'Sign in faster next time' })
  await button(page, 'Make a passkey').click()
  await offer.waitFor({ state: 'detached' })
  const [made, ...others] = await rows()
  assert.deepEqual([made?.user_id, made?.host, others], ['u_ada', 'localhost', []])
  assert.match(made!.name, /^Chrome/)
  await page.evaluate(`sessionStorage.setItem('minutebook.elevate', localStorage.getItem('minutebook.person'))`)
  await signOut(page)
  await button(page, 'Sign in with a passkey').click()
  await page.waitForURL(`${here}/`)
  await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor()
  assert.equal((await (await page.request.get('/api/v1/me')).json()).user.id, 'u_ada')
  assert((await rows())[0]!.last_used_at)
  const elevated = await its.world.db
    .selectFrom('audit_log')
    .select('action')
    .where('action', '=', 'session.elevate')
    .execute()
  assert.deepEqual(elevated, [], 'rights that somebody wanted before the sign-in page are not taken after it')
  assert.deepEqual(unexpected(/^asked |401/), [])
})

test('the browser suggests the passkey in the field for the address', { skip }, async () => {
  const { page, signIn } = await openWithDevice({ suggests: true })
  await signIn('ada@acme.test')
  await button(page, 'Make a passkey').click()
  await page.getByRole('region', { name: 'Sign in faster next time' }).waitFor({ state: 'detached' })
  await page.request.delete('/api/v1/session', { headers: { origin: here } })
  // The virtual device chooses by itself what a person would choose from the list of the field.
  await page.goto('/sign-in?return_to=/notes')
  await page.waitForURL(`${here}/notes`)
  assert.equal((await (await page.request.get('/api/v1/me')).json()).user.id, 'u_ada')
})

test('"not now" is remembered, and a device that has no passkeys is offered none', { skip }, async () => {
  const { page, signIn } = await openWithDevice()
  await signIn('bo@acme.test')
  const offer = page.getByRole('region', { name: 'Sign in faster next time' })
  await button(page, 'Not now').click()
  await offer.waitFor({ state: 'detached' })
  const asked: string[] = []
  page.on('request', (request) => void asked.push(request.url()))
  await page.reload()
  await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor()
  await page.waitForLoadState('networkidle').catch(() => {})
  assert.equal(await offer.count(), 0)
  assert.deepEqual(
    asked.filter((url) => url.includes(path) || url.includes('simplewebauthn')),
    [],
  )
})

test('passkeys in the account: named, used for administrator rights, the last one asked for before it goes', {
  skip,
}, async () => {
  const { page, signIn } = await openWithDevice()
  await signIn('ada@acme.test')
  await page.goto('/account')
  await page.getByRole('textbox', { name: 'Name of this passkey' }).fill('Desk')
  await button(page, 'Make a passkey').click()
  const list = page.getByRole('list', { name: 'Passkeys' })
  await list.getByText('Desk').waitFor()
  await button(page, 'Make a passkey').click()
  await page.getByRole('alert').getByText('This device has a passkey for you already.').waitFor()

  await page.goto('/admin')
  // As a person who presses Cancel.
  await page.evaluate(`window.ask = navigator.credentials.get
    navigator.credentials.get = () => Promise.reject(new DOMException('', 'NotAllowedError'))`)
  await button(page, 'Take administrator rights').click()
  await page.getByText('That took too long, was cancelled, or this device has no passkey.').waitFor()
  await page.evaluate('navigator.credentials.get = window.ask.bind(navigator.credentials)')
  await button(page, 'Take administrator rights').click()
  await page.getByRole('heading', { level: 1, name: 'Administration' }).waitFor()
  await button(page, 'End administrator rights').first().click()

  await page.goto('/account')
  await its.world.db.updateTable('sessions').set({ way: 'mail' }).execute()
  await button(page, 'Withdraw: Desk').click()
  await list.waitFor({ state: 'detached' })
  assert.deepEqual(await rows(), [])
  const audited = await its.world.db.selectFrom('audit_log').select(['action', 'status']).orderBy('at').execute()
  const ours = audited.filter(({ action }) => /passkey|elevate/.test(action)).map((row) => [row.action, row.status])
  assert.deepEqual(ours.slice(-3), [
    ['passkey.make', 201],
    ['session.elevate', 200],
    ['passkey.withdraw', 200],
  ])
})

test('a page at a number says why it has no passkeys; nothing of theirs is in the first load', { skip }, async () => {
  const tab = await its.openTab()
  await signInBy(tab.page, `${its.origin}/sign-in#token=${await tokenFor(its.world, 'bo@acme.test')}`)
  await tab.page.goto('/account')
  await tab.page
    .getByText('Browsers have no passkeys at an address of numbers. Sign in at this one: http://localhost:')
    .waitFor()
  const page = await readFile(new URL('../console/dist/index.html', import.meta.url), 'utf8')
  for (const [, file] of page.matchAll(/(?:src|href)="(\/assets\/[^"]+\.js)"/g)) {
    const text = await readFile(new URL(`../console/dist${file!}`, import.meta.url), 'utf8')
    assert(!text.includes('navigator.credentials'), String(file))
  }
})
