/** Between two meetings, in a real browser: where the demo starts, what is taken over, and who is mailed a recap. */
// In a third of the runs: a browser walks through it.
import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'
import { utc } from '../server/platform/time.ts'
import { calendarHeaders, single } from './support/calendar-world.ts'
import { calendar, vevent } from './support/calendars.ts'
import { noBrowser } from './support/chromium.ts'
import { lookAt } from './support/console-looks.ts'
import { type ConsoleWorld, openConsole, openSignedIn, recordingId } from './support/console-world.ts'
import { held, marker, textOf } from './support/note-page.ts'
import { waitFor } from './support/waiting.ts'

let its: ConsoleWorld
before(async () => {
  if (!noBrowser) its = await openConsole()
})
afterEach(() => its?.closeTabs())
after(() => its?.[Symbol.asyncDispose]())

const skip = noBrowser

const compact = (iso: string) => iso.replace(/[-:]|\.\d+/g, '')

test('the first page of the demo says where to start, and each line leads there', { skip }, async () => {
  const { page } = await openSignedIn(its, 'ada@acme.test', '/')
  const start = page.getByRole('heading', { name: 'This is a demo: where to start' })
  await start.waitFor()
  await page.getByRole('link', { name: /^Open the recap of “Remote control: display or rubber keys”/ }).click()
  await page.getByRole('heading', { level: 1, name: 'Remote control: display or rubber keys' }).waitFor()
  await its.world.db
    .updateTable('workspaces')
    .set({ email_domains: ['own.example'] })
    .where('id', '=', 'ws_acme')
    .execute()
  const answered = page.waitForResponse((response) => new URL(response.url()).pathname === '/api/v1/workspace')
  await page.goto('/')
  await (await answered).finished()
  await page.getByRole('heading', { level: 1 }).waitFor()
  // What the page makes of the answer is there two frames later.
  await page.evaluate('new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))')
  assert.equal(await start.count(), 0, 'a workspace of one’s own is no demo')
  await its.world.db
    .updateTable('workspaces')
    .set({ email_domains: ['acme.test'] })
    .where('id', '=', 'ws_acme')
    .execute()
})

test('one press takes over what the meeting before left open, and is offered while anything is left', {
  skip,
}, async () => {
  const { page } = await openSignedIn(its, 'helena@acme.test', '/note/n_belief_winter')
  await textOf(page).waitFor()
  const before = await held(page, 'n_belief_trial')
  const open = [...before.markup.matchAll(/::action-item\[([^\]]*)\]\{([^}]*)\}/g)].filter(
    ([, , more]) => !more!.includes('status='),
  )
  assert(open.length > 0)
  const take = page.getByRole('button', { name: 'Take over what is open' })
  await take.click()
  await page.getByText('Taken over from “Belief-net: trial run”.').waitFor()
  for (const [, text] of open) await textOf(page).getByText(text!).waitFor()
  await take.waitFor({ state: 'hidden' })
  const after = await held(page, 'n_belief_trial')
  assert.equal(
    after.markup.match(/status=Archived/g)?.length ?? 0,
    (before.markup.match(/status=Archived/g)?.length ?? 0) + open.length,
  )
})

test('of a calendar imported at once, Home has the nearest meetings, and a note takes over from the one before', {
  skip,
}, async () => {
  const dan = { users: [{ id: 'u_dan', email: 'dan@acme.test', full_name: 'Dan' }] }
  await its.world.load({ id: 'ws_acme', subdomain: 'acme', name: 'Acme', ...dan })
  const { page } = await openSignedIn(its, 'dan@acme.test')
  const soon = its.world.base.clock().getTime() + 3_600_000
  const startOf = (day: number) => compact(utc(new Date(soon + day * 86_400_000)))
  const daily = { DTSTART: startOf(-80), DTEND: startOf(-80), RRULE: 'FREQ=DAILY;COUNT=160', SUMMARY: 'Daily' }
  const headers = { origin: its.origin }
  const file = { data: calendar(single(daily)), headers: { ...headers, ...calendarHeaders } }
  const imported = await page.request.post('/api/v1/calendar/import', file)
  assert.equal((await imported.json()).notes_created, 160)
  const noteOf = async (day: number) => {
    const data = { filters: { event_guid: `one@acme.test_${startOf(day)}` } }
    return (await (await page.request.post('/api/v1/notes', { data, headers })).json()).data[0].id as string
  }
  const [next, before] = [await noteOf(0), await noteOf(-1)]
  const agenda = { content_native_markdown: `${marker}::action-item[Ask the lab]` }
  await page.request.post(`/api/v1/note/${before}/agenda`, { data: agenda, headers })

  await page.goto('/')
  const firstOf = (heading: string) =>
    page
      .locator('section', { has: page.getByRole('heading', { name: heading }) })
      .locator('[data-meeting]')
      .first()
  assert.equal(await firstOf('Upcoming').getAttribute('href'), `/note/${next}`)
  assert.equal(await firstOf('Recent meetings').getAttribute('href'), `/note/${before}`)

  await page.goto(`/note/${next}`)
  await page.getByRole('button', { name: 'Take over what is open' }).click()
  await textOf(page).getByText('Ask the lab').waitFor()
})

test('the next meeting is made in a dialog that says what it takes over, and leads there', { skip }, async () => {
  const { page } = await openSignedIn(its, 'helena@acme.test', '/note/n_belief_winter')
  await textOf(page).waitFor()
  await page.route('**/next?*', async (route) => {
    const answer = await route.fetch()
    const { next } = await answer.json()
    await route.fulfill({ json: { next: { ...next, mail: true } } })
  })
  await page.getByRole('button', { name: 'Make the next one' }).click()
  const dialog = page.getByRole('dialog', { name: 'The next meeting' })
  await dialog.getByRole('checkbox', { name: 'Mail a calendar file' }).check()
  assert.deepEqual(await lookAt(page, 'next meeting'), [])
  await dialog.getByRole('button', { name: 'Make it' }).click()
  await dialog.getByText('This service sends no mail yet.').waitFor()
  await dialog.getByRole('checkbox', { name: 'Mail a calendar file' }).uncheck()
  await dialog.getByRole('textbox', { name: 'Title' }).fill('Belief-net: what now')
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)
  await dialog.getByLabel('When').fill(`${tomorrow}T09:30`)
  await dialog.getByRole('button', { name: 'Make it' }).click()
  await dialog.getByRole('link', { name: 'Open it' }).click()
  await page.getByRole('heading', { level: 1, name: 'Belief-net: what now' }).waitFor()
})

test('a meeting of a whole day is on its day west of Greenwich too, and the next one has no hour', {
  skip,
}, async () => {
  const { page } = await openSignedIn(its, 'bo@acme.test', undefined, { timezoneId: 'America/New_York' })
  const [start, end] = [10, 11].map((days) => utc(new Date(Date.now() + days * 86_400_000)).slice(0, 10))
  const whole = { 'DTSTART;VALUE=DATE': compact(start!), 'DTEND;VALUE=DATE': compact(end!) }
  const data = calendar(vevent({ UID: 'whole@acme.test', SUMMARY: 'Whole day', ...whole }))
  await page.request.post('/api/v1/calendar/import', { data, headers: { origin: its.origin, ...calendarHeaders } })
  await page.goto('/')
  await page.getByRole('link', { name: 'Whole day', exact: true }).click()
  const dayOf = (iso: string) => new Date(iso).toLocaleDateString('en-GB', { dateStyle: 'long', timeZone: 'UTC' })
  await page.getByText(dayOf(start!)).waitFor()
  await page.getByRole('button', { name: 'Make the next one' }).click()
  const dialog = page.getByRole('dialog', { name: 'The next meeting' })
  const answered = page.waitForResponse(
    (response) => response.url().endsWith('/next') && response.request().method() === 'POST',
  )
  await dialog.getByRole('button', { name: 'Make it' }).click()
  const { note } = await (await answered).json()
  const said = await dialog.getByRole('status').innerText()
  assert.match(said, new RegExp(`Whole day” is on \\w+,? ${dayOf(note.event_start)}\\.`))
})

test('a recap is mailed in its sharing to whom one chooses, and it says to whom, or why not', { skip }, async () => {
  const { page } = await openSignedIn(its, 'ada@acme.test', `/recap/${recordingId}`)
  await page.getByRole('button', { name: 'Share', exact: true }).click()
  const dialog = page.getByRole('dialog')
  const press = dialog.getByRole('button', { name: 'Mail to the attendees' })
  await press.click()
  await dialog.getByText('This service sends no mail yet.').waitFor()
  const bo = { id: 'u_bo', email: 'bo@acme.test', full_name: 'Bo Lindqvist' }
  const cy = { id: 'u_cy', email: 'cy@acme.test', full_name: 'Cy Ruiz' }
  const more = {
    already: [{ id: 'u_priya', email: 'priya@acme.test', full_name: 'Priya Raman' }],
    left_out: [{ email: 'marta@plastworks.test', reason: 'no_account' }],
  }
  const asked: { preview?: boolean; message: string; leave_out: string[] }[] = []
  await page.route('**/mail', (route) => {
    const body = route.request().postDataJSON()
    asked.push(body)
    const text = `SUMMARY\nAs written.\n${body.message}`
    const preview = { sent: [bo, cy], sent_outside: ['marta@plastworks.test'], mail: { subject: 'Recap', text } }
    return route.fulfill({ json: { ...more, ...(body.preview ? preview : { sent: [bo], sent_outside: [] }) } })
  })
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Share', exact: true }).click()
  await press.click()
  await dialog.getByRole('button', { name: 'Mail to 2 people' }).waitFor()
  await dialog.getByRole('checkbox', { name: 'Cy Ruiz' }).uncheck()
  await dialog.getByRole('textbox', { name: 'Your own words (optional)' }).fill('Hello Bo')
  await dialog.getByRole('checkbox', { name: 'Decisions' }).uncheck()
  const shown = dialog.getByRole('textbox', { name: /^The mail, as you would get it/ })
  await waitFor(async () => (await shown.inputValue()).endsWith('Hello Bo'))
  assert.deepEqual(await lookAt(page, 'mail a recap'), [])
  const send = dialog.getByRole('button', { name: 'Mail to 1 person' })
  await send.click()
  for (const text of [
    'Sent to Bo Lindqvist.',
    'Had it already: Priya Raman.',
    'Has no account here: marta@plastworks.test.',
  ])
    await dialog.getByText(text).waitFor()
  const own = { message: 'Hello Bo', leave_out: ['decisions'] }
  assert.deepEqual(
    asked.filter(({ preview }) => !preview),
    [{ to: ['u_bo'], outsiders: [], ...own }],
  )
  assert.deepEqual(
    asked.findLast(({ preview }) => preview),
    { ...own, preview: true },
  )
  assert.equal(await send.count(), 0, 'a second press is no accident')
})
