/** OAuth for assistants (decision 48), as people meet it: a real assistant, a real browser, the real service. */
// In a third of the runs: a browser walks through it.
import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'
import { UnauthorizedError } from '@modelcontextprotocol/client'
import { openOwnAssistant } from './support/assistant-sign-in.ts'
import { noBrowser } from './support/chromium.ts'
import { lookAt } from './support/console-looks.ts'
import { type ConsoleWorld, consentPath, openConsole, openSignedIn, signInBy } from './support/console-world.ts'

let its: ConsoleWorld
before(async () => {
  if (!noBrowser) its = await openConsole()
})
afterEach(() => its?.closeTabs())
after(() => its?.[Symbol.asyncDispose]())

const skip = noBrowser
const ada = 'ada@acme.test'
type Data = { user: { id: string }; may_write: boolean }

test('an assistant signs in through the browser, calls a tool, refreshes, and loses its access', { skip }, async () => {
  await using assistant = await openOwnAssistant(its.origin)
  await assert.rejects(assistant.begin(), UnauthorizedError)
  const { page, complaints } = await its.openTab()
  await page.goto(assistant.kept.asks!.href)
  // Nobody is signed in yet: the person does so first and comes back.
  await page.waitForURL('**/sign-in?return_to=*')
  await page.evaluate(`location.hash = '${new URL(await its.linkFor(ada)).hash}'`)
  await page.getByRole('button', { name: 'Sign in with this link' }).click()
  await page.getByRole('heading', { level: 1, name: 'Connect “Own helper”?' }).waitFor()
  await page.getByText('An assistant that registered itself').waitFor()
  await page.getByText(`A program on your computer (${new URL(assistant.redirectUrl).host})`).waitFor()
  await page.getByText('ada@acme.test').waitFor()
  const answered = assistant.answer()
  await page.getByRole('button', { name: 'Allow' }).click()
  const query = await answered
  assert.equal(query.get('state'), 'of the helper')
  await page.getByRole('heading', { name: 'You can close this page.' }).waitFor()

  await assistant.finish(query)
  const first = assistant.kept.tokens!
  assert.equal(first.scope, 'read write')
  const client = await assistant.connect()
  const who = async () => (await client.callTool({ name: 'who_am_i', arguments: {} })).structuredContent as Data
  const { user, may_write } = await who()
  assert.equal(may_write, true)
  const own = await its.world.db.selectFrom('users').select('id').where('email', '=', ada).executeTakeFirstOrThrow()
  assert.equal(user.id, own.id)

  its.world.advance({ hours: 2 })
  assert.equal((await who()).user.id, own.id)
  assert.notEqual(assistant.kept.tokens!.access_token, first.access_token)
  assert.notEqual(assistant.kept.tokens!.refresh_token, first.refresh_token)

  await page.goto('/')
  await page.getByRole('button', { name: 'Account of Ada' }).click()
  await page.getByRole('menuitem', { name: 'Connected assistants' }).click()
  await page.waitForURL('**/account/assistants')
  await page.getByRole('button', { name: 'Remove access of “Own helper”' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove access', exact: true }).click()
  await page.getByText('“Own helper” has no access any more.').waitFor()
  await page.getByRole('button', { name: 'Remove access of “Own helper”' }).waitFor({ state: 'detached' })
  await assert.rejects(who(), UnauthorizedError)
  assert.equal(assistant.kept.tokens, undefined)
  await client.close()
  const expected = new RegExp(`401|asked ${assistant.redirectUrl.replaceAll('.', '\\.')}|favicon`)
  assert.deepEqual(
    complaints.filter((each) => !expected.test(each)),
    [],
  )
})

test('a person allows an assistant to read and not to write', { skip }, async () => {
  await using assistant = await openOwnAssistant(its.origin)
  await assert.rejects(assistant.begin(), UnauthorizedError)
  const { page } = await openSignedIn(its, ada, assistant.kept.asks!.href)
  await page.getByLabel('Also write').uncheck()
  const answered = assistant.answer()
  await page.getByRole('button', { name: 'Allow' }).click()
  await assistant.finish(await answered)
  assert.equal(assistant.kept.tokens!.scope, 'read')
  const client = await assistant.connect()
  const { tools } = await client.listTools()
  assert.deepEqual(
    tools.filter(({ annotations }) => !annotations?.readOnlyHint),
    [],
  )
  await client.close()
})

test('a person refuses, and the assistant gets the refusal', { skip }, async () => {
  await using assistant = await openOwnAssistant(its.origin)
  await assert.rejects(assistant.begin(), UnauthorizedError)
  const { page } = await openSignedIn(its, ada, assistant.kept.asks!.href)
  const answered = assistant.answer()
  await page.getByRole('button', { name: 'Refuse' }).click()
  await assert.rejects(assistant.finish(await answered), /The person refused/)
  assert.equal(assistant.kept.tokens, undefined)
})

test('an answer that cannot be sent says so in words', { skip }, async () => {
  const { page } = await openSignedIn(its, ada, consentPath)
  await page.route('**/api/v1/consent', (route) =>
    route.request().method() === 'POST' ? route.abort() : route.continue(),
  )
  await page.getByRole('button', { name: 'Refuse' }).click()
  await page.getByRole('alert').getByText('The service cannot be reached.').waitFor()
})

test('an invalid request is shown, and leads nowhere', { skip }, async () => {
  const { page } = await openSignedIn(its, ada, consentPath.replace('127.0.0.1', 'evil.test'))
  await page.getByRole('heading', { level: 1, name: 'This request is not valid' }).waitFor()
  await page.getByText('redirect_uri is none that this assistant has named').waitFor()
  assert.equal(await page.getByRole('button').count(), 0)
  assert.deepEqual(await lookAt(page, 'consent-wrong'), [])
  assert.equal(new URL(page.url()).origin, its.origin)
})

test('no other page can frame the consent page or answer it', { skip }, async () => {
  const { page, context } = await openSignedIn(its, ada)
  const policy = (await page.request.get(consentPath)).headers()['content-security-policy']
  assert.match(policy!, /frame-ancestors 'none'/)
  await using other = await openOwnAssistant(its.origin)
  const elsewhere = await context.newPage()
  await elsewhere.goto(other.redirectUrl)
  const before = (await its.world.db.selectFrom('oauth_grants').select('id').execute()).length
  const asked = new URLSearchParams(consentPath.split('?')[1])
  const body = JSON.stringify({ ...Object.fromEntries(asked), allow: true })
  await elsewhere.evaluate(
    `fetch('${its.origin}/api/v1/consent', { method: 'POST', mode: 'no-cors', credentials: 'include', body: ${JSON.stringify(body)} })`,
  )
  assert.equal((await its.world.db.selectFrom('oauth_grants').select('id').execute()).length, before)
})

test('a click that was meant for a page in front does not answer the consent page behind it', { skip }, async () => {
  const { page } = await openSignedIn(its, ada)
  const find = `[...document.querySelectorAll('button')].find((each) => each.textContent === 'Allow')`
  await page.addInitScript(`new MutationObserver(() => { window.wasDisabled ??= ${find}?.disabled })
    .observe(document, { subtree: true, childList: true })`)
  await page.goto(consentPath)
  const allow = page.getByRole('button', { name: 'Allow' })
  await allow.click({ trial: true })
  assert.equal(await page.evaluate('window.wasDisabled'), true, 'when it appears')
  const before = (await its.world.db.selectFrom('oauth_grants').select('id').execute()).length
  // What was in front has closed itself at the first press of two.
  await page.evaluate(`new Promise((done) => {
    window.dispatchEvent(new Event('focus'))
    setTimeout(() => done(${find}.click()), 100)
  })`)
  await allow.click({ trial: true })
  assert.equal((await its.world.db.selectFrom('oauth_grants').select('id').execute()).length, before)
  assert.equal(new URL(page.url()).pathname, '/consent')
})

test('in German', { skip }, async () => {
  const { page } = await its.openTab({ locale: 'de-DE' })
  await signInBy(page, await its.linkFor(ada))
  await page.goto(consentPath)
  await page.getByRole('heading', { level: 1, name: '„Desk helper“ verbinden?' }).waitFor()
  await page.goto('/account/assistants')
  await page.getByRole('heading', { level: 1, name: 'Verbundene Assistenten' }).waitFor()
})
