/** Recorders in a real browser: added, their address copied, stopped, changed, their secret replaced, removed; and what is refused. */
// In a third of the runs: a browser walks through it.
import assert from 'node:assert/strict'
import { after, afterEach, before, beforeEach, test } from 'node:test'
import type { Page } from 'playwright-core'
import { open } from '../server/platform/secrets.ts'
import { apiKey, attendeeSecret, type BotServices, openBotServices } from './support/bots.ts'
import { noBrowser } from './support/chromium.ts'
import { type ConsoleWorld, openAdmin, openConsole, openSignedIn } from './support/console-world.ts'
import { keyFile, topic } from './support/google.ts'
import { waitFor } from './support/waiting.ts'

let its: ConsoleWorld
let services: BotServices
before(async () => {
  if (noBrowser) return
  its = await openConsole({ WEBHOOK_ALLOWED_NETWORKS: '127.0.0.1/32' })
  services = await openBotServices()
})
beforeEach(async () => void (await its?.world.db.deleteFrom('recorders').execute()))
afterEach(() => its?.closeTabs())
after(async () => {
  await its?.[Symbol.asyncDispose]()
  await services?.[Symbol.asyncDispose]()
})

const skip = noBrowser
const refused = / (400|401|403|404|410) /

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const row = (page: Page, text: string) => page.getByRole('listitem').filter({ hasText: text })
const addressIn = (page: Page) => page.getByRole('group', { name: 'Address' }).locator('code').textContent()
const stored = () => its.world.db.selectFrom('recorders').selectAll().executeTakeFirstOrThrow()
async function choose(page: Page, item: string) {
  await page.getByRole('button', { name: /^More for / }).click()
  await page.getByRole('menuitem', { name: item }).click()
}
async function secretOf() {
  const { workspace_id, id, secret } = await stored()
  return open(its.world.base.secretKey, secret, `${workspace_id}/${id}`)
}
async function choosePerson(page: Page, field: string, person: string) {
  await page.getByRole('dialog').getByRole('combobox', { name: field }).click()
  await page.getByRole('option', { name: person }).click()
}

/** Zoom, with its secret token. */
async function addZoom(page: Page): Promise<void> {
  await button(page, 'Add a recorder').click()
  await page.getByLabel('Secret token').fill('kx2dF1c9QtW7')
  await button(page, 'Add').click()
  await page.getByRole('dialog', { name: 'Address for Zoom' }).waitFor()
}

test('Zoom: added, its address copied at once and later, stopped, changed, given another secret, removed', {
  skip,
}, async () => {
  const { page, context, unexpected } = await openAdmin(its, 'recorders')
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.getByText('No recorders yet').waitFor()
  await page.getByText('At marketplace.zoom.us').waitFor()
  await addZoom(page)
  const { data } = await (await page.request.get('/api/v1/recorders')).json()
  assert.equal(await addressIn(page), data[0].url)
  await button(page, 'Copy').click()
  await button(page, 'Copied').waitFor()
  assert.equal(await page.evaluate('navigator.clipboard.readText()'), data[0].url)
  await button(page, 'Done').click()
  await row(page, 'Zoom').getByText('takes transcripts · other hosts: nobody').waitFor()
  await row(page, 'Zoom').getByText('no recording announced yet').waitFor()
  await choose(page, 'Address')
  assert.equal(await addressIn(page), data[0].url)
  await button(page, 'Done').click()

  await choose(page, 'Stop')
  await row(page, 'Zoom').getByText('Stopped').waitFor()
  assert.equal((await stored()).active, false)
  await choose(page, 'Start')
  await row(page, 'Zoom').getByText('Stopped').waitFor({ state: 'detached' })

  await choose(page, 'Change')
  assert(await button(page, 'Save').isDisabled(), 'nothing differs')
  await page.getByRole('radio', { name: 'Sound or video, transcribed here' }).check()
  await choosePerson(page, 'Person for other hosts', 'Bo Lindqvist')
  await button(page, 'Save').click()
  await row(page, 'Zoom').getByText('takes sound or video · other hosts: Bo Lindqvist').waitFor()
  await choose(page, 'Change')
  await page.getByRole('dialog').locator('[aria-label=Clear]').click()
  await button(page, 'Save').click()
  await row(page, 'Zoom').getByText('takes sound or video · other hosts: nobody').waitFor()

  await choose(page, 'Replace the secret')
  assert.equal(await page.getByLabel('Secret token').inputValue(), '', 'what is stored is not shown')
  await page.getByLabel('Secret token').fill('another')
  await button(page, 'Replace').click()
  await page.getByText('The secret was replaced.').first().waitFor()
  assert.equal(await secretOf(), 'another')

  await choose(page, 'Remove')
  await page.getByRole('dialog').getByText('Its address is gone for good').waitFor()
  await button(page, 'Cancel').click()
  await stored()
  await choose(page, 'Remove')
  await button(page, 'Remove').click()
  await page.getByText('No recorders yet').waitFor()
  assert.deepEqual(await its.world.db.selectFrom('recorders').select('id').execute(), [])
  assert.deepEqual(unexpected(refused), [])
})

test('Teams and Meet require their own fields, and a refusal of the service appears at its field', {
  skip,
}, async () => {
  const { page, unexpected } = await openAdmin(its, 'recorders')
  const dialog = page.getByRole('dialog')
  await button(page, 'Add a recorder').click()
  await page.getByRole('radio', { name: 'Microsoft Teams' }).check()
  await dialog.getByLabel('Directory (tenant) ID').fill('acme.onmicrosoft.com/x')
  await dialog.getByLabel('Application (client) ID').fill('not an id')
  assert(await button(page, 'Add').isDisabled(), 'the secret is missing')
  await dialog.getByLabel('Client secret').fill('s3cret')
  await button(page, 'Add').click()
  await dialog.getByText('This is not a directory ID.').waitFor()
  await dialog.getByText('An ID has letters, digits and hyphens, at most 64.').waitFor()
  assert.equal(await dialog.getByRole('alert').count(), 0, 'it is said once')
  await dialog.getByLabel('Directory (tenant) ID').fill('11aa22bb-33cc')
  await dialog.getByLabel('Application (client) ID').fill('44dd')
  await button(page, 'Add').click()
  await dialog.getByText('There is nothing to paste').waitFor()
  await button(page, 'Done').click()
  await row(page, 'Microsoft Teams').getByText('subscribing to its events').waitFor()
  const until = new Date(its.world.base.clock().getTime() + 3_000_000)
  await its.world.db.updateTable('recorders').set({ subscribed_until: until }).execute()
  await row(page, 'Microsoft Teams').getByText('subscribed until').waitFor()

  await button(page, 'Add a recorder').click()
  await page.getByRole('radio', { name: 'Google Meet' }).check()
  await dialog.getByLabel('Service account of the pushes').fill('push@acme.test')
  const key = (buffer: string) => ({ name: 'key.json', mimeType: 'application/json', buffer: Buffer.from(buffer) })
  const file = dialog.locator('input[type=file]')
  await file.setInputFiles(key('{}'))
  assert(await button(page, 'Add').isDisabled(), 'Google is asked as a person')
  await dialog.getByLabel('Topic of Pub/Sub').fill('minutebook')
  await choosePerson(page, 'Account used to read from Google', 'Ada Moreau')
  await button(page, 'Add').click()
  await dialog.getByText('This is not the full name of a topic').waitFor()
  await dialog.getByLabel('Topic of Pub/Sub').fill(topic)
  await button(page, 'Add').click()
  await dialog.getByText('This is not the key of a service account').waitFor()
  await file.setInputFiles(key(keyFile()))
  await button(page, 'Add').click()
  await dialog.getByText('Give this address to the Pub/Sub subscription').waitFor()
  await button(page, 'Done').click()
  await row(page, 'Google Meet').getByText('other hosts: Ada Moreau').waitFor()
  assert.deepEqual(unexpected(refused), [])
})

test('Vexa requires its address and key; another key replaces the one before', { skip }, async () => {
  const { page, unexpected } = await openAdmin(its, 'recorders')
  const dialog = page.getByRole('dialog')
  for (const name of ['Recordings that arrive', 'Bots that join']) await page.getByRole('heading', { name }).waitFor()
  await button(page, 'Add a recorder').click()
  await page.getByRole('radio', { name: 'Vexa' }).check()
  await dialog.getByLabel('Webhook secret').fill('s3cret')
  await dialog.getByLabel('API key').fill('k')
  const address = dialog.getByLabel('Address of the service')
  assert.equal(await address.inputValue(), 'https://api.cloud.vexa.ai')
  await address.fill('')
  assert(await button(page, 'Add').isDisabled(), 'the address is missing')
  const mistakes = [
    ['http://vexa.acme.test', 'must begin with https://'],
    ['https://10.0.0.1', 'in a private network, or is not found'],
    ['https://vexa.acme.test:25', 'Nothing is asked at this port'],
    ['https://a:b@vexa.acme.test', 'no user name'],
    ['https://vexa.acme.com/?a', 'no ? and no #'],
    ['https://vexa.acme.com./', 'not an address that this service can ask'],
  ] as const
  for (const [text, told] of mistakes) {
    await address.fill(text)
    await button(page, 'Add').click()
    await dialog.getByText(told).waitFor()
  }
  await dialog.getByLabel('Address of the service').fill(services.vexaUrl)
  await button(page, 'Add').click()
  await dialog.getByText('Give this address to Vexa as your webhook').waitFor()
  await dialog.getByText(`curl -X PUT '${services.vexaUrl}/user/webhook'`).waitFor()
  await button(page, 'Done').click()
  await row(page, 'Vexa').getByText(new URL(services.vexaUrl).host).waitFor()
  await row(page, 'Vexa').getByText('other bots: nobody').waitFor()
  await choose(page, 'Replace the secret or key')
  await dialog.getByLabel('API key').fill('another')
  await button(page, 'Replace').click()
  await page.getByText('The secret was replaced.').first().waitFor()
  const { workspace_id, id, api_key } = await stored()
  assert.equal(open(its.world.base.secretKey, api_key!, `${workspace_id}/${id}/api_key`), 'another')
  assert.equal(await secretOf(), 's3cret')
  assert.deepEqual(unexpected(refused), [])
})

test('BigBlueButton needs its address and secret; a wrong secret is told with what to do', { skip }, async () => {
  const { page, unexpected } = await openAdmin(its, 'recorders')
  const dialog = page.getByRole('dialog')
  await button(page, 'Add a recorder').click()
  await page.getByRole('radio', { name: 'BigBlueButton' }).check()
  assert.equal(await dialog.getByRole('radio', { name: 'The transcript that the service wrote' }).count(), 0)
  await dialog.getByLabel('Address of the service').fill('https://bbb.example.com/bigbluebutton/')
  await dialog.getByLabel('Shared secret').fill('s3cret')
  await choosePerson(page, 'Person for its recordings', 'Bo Lindqvist')
  await button(page, 'Add').click()
  await dialog.getByText('the recorder asks every ten minutes').waitFor()
  await dialog.getByText(`curl 'https://bbb.example.com/bigbluebutton/api/hooks/create?'"$q&checksum=$sum"`).waitFor()
  await button(page, 'Done').click()
  await row(page, 'BigBlueButton').getByText('bbb.example.com · takes sound or video').waitFor()
  const refusal = 'BigBlueButton refuses the checksum: the secret must be the one that bbb-conf --secret shows'
  await its.world.db
    .updateTable('recorders')
    .set({ last_error: `Its recordings could not be listed: ${refusal}` })
    .execute()
  await page.reload()
  await row(page, 'BigBlueButton').getByText('The secret is wrong. Run bbb-conf --secret').waitFor()
  assert.deepEqual(unexpected(refused), [])
})

test('a bot is sent from the page of a note whose meeting is near, and withdrawn', { skip }, async () => {
  const { db, base } = its.world
  const { page: admin } = await openAdmin(its, 'recorders')
  const data = { kind: 'attendee', secret: attendeeSecret, api_key: apiKey, base_url: services.attendeeUrl }
  const made = await admin.request.post('/api/v1/recorder', { data, headers: { origin: its.origin } })
  assert.equal(made.status(), 201, await made.text())
  await admin.reload()
  await choose(admin, 'Change')
  await admin.getByRole('checkbox', { name: 'Attendees may send bots into their calls' }).check()
  await button(admin, 'Save').click()
  await admin.getByRole('dialog').waitFor({ state: 'detached' })
  const note = await db.selectFrom('notes').selectAll().where('id', '=', 'n_remote_1').executeTakeFirstOrThrow()
  const inMinutes = (minutes: number) => new Date(base.clock().getTime() + minutes * 60_000)
  const setEvent = (values: object) =>
    db.updateTable('events').set(values).where('guid', '=', note.event_guid).execute()
  await setEvent({ call_url: 'https://meet.google.com/abc-mnop-xyz', starts_at: inMinutes(60), ends_at: inMinutes(90) })
  const { page, unexpected } = await openSignedIn(its, 'ada@acme.test', '/note/n_remote_1')
  await page.getByRole('link', { name: 'Join the call' }).waitFor()
  assert.equal(await button(page, 'Send a bot').count(), 0, 'it is too early')
  await setEvent({ starts_at: inMinutes(10), ends_at: inMinutes(40) })
  await page.reload()
  await button(page, 'Send a bot').click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('It joins as “Minutebook of Ada Moreau”').waitFor()
  services.faults.set('POST /api/v1/bots', [{ status: 400, body: '{"error": "Zoom App credentials are required"}' }])
  await button(page, 'Send').click()
  await dialog.getByText('Attendee sent no bot (400): Zoom App credentials are required').waitFor()
  await button(page, 'Send').click()
  await page.getByText('“Minutebook of Ada Moreau” was sent into the call').waitFor()
  await page.getByRole('textbox', { name: 'What is this moment about?' }).waitFor()
  await page.locator('body').press('m')
  const ofMarks = page.getByRole('region', { name: 'Marked' }).getByRole('listitem')
  await ofMarks.getByText('Ada Moreau').waitFor()
  its.world.advance({ seconds: 1 })
  await page.getByRole('textbox', { name: 'What is this moment about?' }).fill('Ask legal about the price')
  await button(page, 'Mark').click()
  await page.getByText('Ask legal about the price').waitFor()
  await ofMarks.nth(1).waitFor()
  await ofMarks
    .first()
    .getByRole('button', { name: /^Remove the mark at/ })
    .click()
  await ofMarks.nth(1).waitFor({ state: 'detached' })
  await button(page, 'Withdraw the bot').click()
  await button(page, 'Send a bot').waitFor()
  await page.getByText('No recap has these moments so far.').waitFor()
  assert.equal(await page.getByRole('textbox', { name: 'What is this moment about?' }).count(), 0)
  assert.deepEqual(unexpected(/ (400|502) /), [])
})

test('errors are shown in words, and one recorder too many below the form', { skip }, async () => {
  const { page, unexpected } = await openAdmin(its, 'recorders')
  await addZoom(page)
  await button(page, 'Done').click()
  const last_error = 'The host of the call has no active account here, and no other person is set'
  const last_event_at = its.world.base.clock()
  await its.world.db.updateTable('recorders').set({ last_error, last_event_at }).execute()
  await page.reload()
  await row(page, 'Zoom').getByText('The host of the last call has no active account here.').waitFor()
  await row(page, 'Zoom').locator('time').waitFor()
  const { id, ...rest } = await stored()
  const more = Array.from({ length: 19 }, (_, index) => ({ ...rest, id: `${id}_${index}` }))
  await its.world.db.insertInto('recorders').values(more).execute()
  await button(page, 'Add a recorder').click()
  await page.getByLabel('Secret token').fill('kx2dF1c9QtW7')
  await button(page, 'Add').click()
  await page.getByRole('dialog').getByText('The workspace has 20 recorders; remove one first').waitFor()
  assert.deepEqual(unexpected(refused), [])
})

test('without administrator rights nothing of it is requested or shown', { skip }, async () => {
  for (const email of ['bo@acme.test', 'ada@acme.test']) {
    const { page } = await openSignedIn(its, email)
    const asked: string[] = []
    page.on('request', (request) => void asked.push(request.url()))
    await page.goto('/admin?tab=recorders')
    await page.getByText(/You may not see this|This needs administrator rights/).waitFor()
    assert.deepEqual(
      asked.filter((url) => url.includes('/api/v1/recorder')),
      [],
    )
    assert.equal(await button(page, 'Add a recorder').count(), 0)
  }
})

test('German has all texts, in the formal form', { skip }, async () => {
  const { page } = await openSignedIn(its, 'ada@acme.test', '/admin?tab=recorders', { locale: 'de-DE' })
  await button(page, 'Administratorrechte aktivieren').click()
  await page.getByText('Legen Sie unter marketplace.zoom.us').waitFor()
  await button(page, 'Rekorder hinzufügen').click()
  await page.getByLabel('Secret Token').fill('é')
  await button(page, 'Hinzufügen').click()
  await page.getByText('ohne Leerzeichen und Umlaute').waitFor()
  await waitFor(async () => (await page.getByRole('dialog').getByRole('alert').count()) === 0)
})
