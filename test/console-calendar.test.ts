/** Calendars by account in a real browser: connected, read, refused, connected again and disconnected (decision 60). */
// In a third of the runs: a browser walks through it.
import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { noRadicale, openRadicale, passwords } from './support/caldav-server.ts'
import { calendar, vevent } from './support/calendars.ts'
import { noBrowser } from './support/chromium.ts'
import { lookAt } from './support/console-looks.ts'
import { type ConsoleWorld, openAdmin, openConsole, openSignedIn } from './support/console-world.ts'
import { freePort } from './support/free-port.ts'
import { client, openGoogleCalendarServer } from './support/google-calendar.ts'

let its: ConsoleWorld
let google: Awaited<ReturnType<typeof openGoogleCalendarServer>>
before(async () => {
  if (noBrowser) return
  google = await openGoogleCalendarServer()
  const port = await freePort()
  const settings = {
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    WEBHOOK_ALLOWED_NETWORKS: '127.0.0.1/32',
    CALENDAR_GOOGLE_CLIENT_ID: client.id,
    CALENDAR_GOOGLE_CLIENT_SECRET: client.secret,
    CALENDAR_MICROSOFT_CLIENT_ID: 'microsoft',
    CALENDAR_MICROSOFT_CLIENT_SECRET: 'secret',
  }
  its = await openConsole(settings, port)
  Object.assign(its.world.base.calendars.google, google.addresses)
  letPeopleConsent()
  google.put(meeting('review', 'Design review'))
  google.put(meeting('odd', 'Odd one', { iCalUID: 'odd_20260112T090000Z' }))
})
afterEach(() => its?.closeTabs())
after(async () => {
  await its?.[Symbol.asyncDispose]()
  await google?.[Symbol.asyncDispose]()
})

const skip = noBrowser
/** The certificate of the provider's page is of a test. */
const trusting = { ignoreHTTPSErrors: true }
const account = 'bo.lindqvist@gmail.test'
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

test('an account is connected with one press, read, connected again and disconnected', { skip }, async () => {
  const { page, unexpected } = await openSignedIn(its, 'ada@acme.test', '/calendar', trusting)
  await button(page, 'Connect Microsoft').waitFor()
  await button(page, 'Connect Google').click()
  await page.getByText(`${account} is connected`).waitFor()
  const first = page.getByText('Its meetings are being read for the first time.')
  await first.nth(1).waitFor()
  assert.equal(await page.getByText(/· next /).count(), 0, 'nobody waits for the next read')
  await its.world.settle()
  await page.getByRole('status').getByRole('link', { name: 'To the meetings' }).waitFor()
  await page.getByText(/Google · Last read .* · next /).waitFor()
  await page.getByText('Not imported, and why').click()
  await page.getByText('“Odd one”: its UID ends like the guid of an occurrence').waitFor()
  assert.deepEqual(await lookAt(page, 'calendar-account'), [])
  await button(page, 'Close').click()
  await page.getByText(`${account} is connected`).waitFor({ state: 'detached' })
  assert.equal(new URL(page.url()).search, '')

  google.state.withdrawn = true
  google.tokens.access.clear()
  its.world.advance({ minutes: 5 })
  await its.world.settle()
  await page.reload()
  await page.getByText('It may no longer be read. Connect it again to go on.').waitFor()
  assert.deepEqual(await lookAt(page, 'calendar-withdrawn'), [])
  await button(page, 'Connect again').click()
  await page.getByText(`${account} is connected`).waitFor()
  assert.equal(await page.getByText('It may no longer be read.').count(), 0)

  await button(page, `Disconnect ${account}`).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Its meetings and notes stay.').waitFor()
  await dialog.getByRole('button', { name: 'Disconnect' }).click()
  await page.getByText(account, { exact: true }).waitFor({ state: 'detached' })
  await page.goto('/notes?title=Design+review')
  await page.locator('[data-meeting]', { hasText: 'Design review' }).waitFor()
  assert.deepEqual(unexpected(/asked https:\/\/127/), [])
})

test('what went wrong at the provider is said, and the address forgets it', { skip }, async () => {
  google.state.allows = false
  const { page } = await openSignedIn(its, 'bo@acme.test', '/calendar', trusting)
  await button(page, 'Connect Google').focus()
  await page.keyboard.press('Enter')
  await page.getByRole('alert').getByText('Reading it was not allowed.').waitFor()
  assert.deepEqual(await lookAt(page, 'calendar-refused'), [])
  await button(page, 'Close').click()
  await page.getByRole('alert').waitFor({ state: 'detached' })
  assert.equal(new URL(page.url()).search, '')
  for (const refused of ['expired', 'wrong_person', 'no_access', 'too_many', 'failed']) {
    await page.goto(`/calendar?refused=${refused}`)
    await page.getByRole('alert').getByText('The calendar is not connected').waitFor()
  }
  await page.goto('/calendar?refused=made+up&connected=nothing')
  await button(page, 'Connect Google').waitFor()
  assert.equal(await page.getByRole('alert').count(), 0)
})

test('calendars by CalDAV are connected with a password, and again when it has ended', {
  skip: skip || noRadicale,
}, async () => {
  await using server = await openRadicale()
  await server.make('/bo/main/')
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString().replace(/[-:]|\.\d+/g, '')
  await server.put(
    '/bo/main/plan.ics',
    calendar(vevent({ SUMMARY: 'Garden plan', DTSTART: tomorrow, DURATION: 'PT1H' })),
  )
  const { page } = await openSignedIn(its, 'bo@acme.test', '/calendar', trusting)
  const dialog = page.getByRole('dialog')
  const fill = async (password: string) => {
    await dialog.getByLabel('App password').fill(password)
    await dialog.getByRole('button', { name: 'Connect', exact: true }).click()
  }
  await button(page, 'Connect CalDAV').focus()
  await page.keyboard.press('Enter')
  await dialog.getByText('Your provider calls it “CalDAV”.').waitFor()
  await dialog.getByRole('combobox', { name: 'Where your calendar is' }).click()
  await page.getByRole('option', { name: 'iCloud' }).click()
  await dialog.getByText('App-Specific Passwords').waitFor()
  assert.equal(await dialog.getByLabel('Address of the server').inputValue(), 'https://caldav.icloud.com')
  await dialog.getByLabel('Address of the server').fill(server.url().replace('https://', ''))
  await dialog.getByLabel('User name').fill('bo')
  await fill('wrong')
  await dialog.getByRole('alert').getByText('want an app password').waitFor()
  assert.deepEqual(await lookAt(page, 'calendar-caldav'), [])
  await fill(passwords.bo!)
  await page.getByText('bo is connected').waitFor()
  await its.world.settle()
  await page.getByText(/CalDAV · Last read .* · next /).waitFor()

  await server.changePassword('bo', 'Tz4-Moss-Bell')
  its.world.advance({ minutes: 5 })
  await its.world.settle()
  await page.reload()
  await page.getByText('The server no longer accepts the password.').waitFor()
  assert.deepEqual(await lookAt(page, 'calendar-caldav-ended'), [])
  await button(page, 'Connect again').click()
  assert.equal(await dialog.getByLabel('User name').inputValue(), 'bo')
  await fill(passwords.bo!)
  await page.getByText('The server no longer accepts the password.').waitFor({ state: 'detached' })
  await its.world.settle()
  await page.goto('/notes?title=Garden+plan')
  await page.locator('[data-meeting]', { hasText: 'Garden plan' }).waitFor()
})

test('who acts for somebody connects no calendar for them', { skip }, async () => {
  const { page } = await openAdmin(its)
  await page.goto('/calendar')
  await button(page, 'Connect Google').waitFor()
  await page.goto('/admin?q=helena')
  await button(page, 'More for Helena Brandt').click()
  await page.getByRole('menuitem', { name: 'Act as this person' }).click()
  await page.getByText('Acting as').waitFor()
  await page.goto('/calendar')
  await page.getByLabel('Address of a calendar feed').waitFor()
  for (const name of ['Connect Google', 'Connect CalDAV']) assert.equal(await button(page, name).count(), 0)
})

/** The provider's page, on which a person presses one button, is this redirect. */
function letPeopleConsent(): void {
  const { answering } = google.receiver
  google.receiver.answering = (received, response) => {
    if (!received.path.startsWith('/o/oauth2/v2/auth')) return answering(received, response)
    response.writeHead(302, { location: google.signIn(google.receiver.url(received.path)) }).end()
  }
}

function meeting(id: string, summary: string, more: object = {}) {
  const inHours = (hours: number) => ({ dateTime: new Date(Date.now() + hours * 3_600_000).toISOString() })
  return { id, iCalUID: `${id}@google.com`, summary, start: inHours(24), end: inHours(25), ...more }
}
