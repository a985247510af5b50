/** What is not set up in the console: an administrator is led to where it is, a member reads whom to ask. */
// In a third of the runs: a browser walks through it.
import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { noBrowser } from './support/chromium.ts'
import { lookAt } from './support/console-looks.ts'
import { type ConsoleWorld, openConsole, openSignedIn, recordingId } from './support/console-world.ts'

const skip = noBrowser
let its: ConsoleWorld
before(async () => {
  if (skip) return
  its = await openConsole()
  const { db } = its.world
  const own = db.selectFrom('recordings').select('ai_notes').where('id', '=', recordingId)
  const ai_notes = { ...(await own.executeTakeFirstOrThrow()).ai_notes, generated_by: 'embedded' }
  const quoted = { ai_notes: JSON.stringify(ai_notes) }
  await db.updateTable('recordings').set(quoted).where('id', '=', recordingId).execute()
})
afterEach(() => its?.closeTabs())
after(() => its?.[Symbol.asyncDispose]())

type Step = {
  path: string
  open?(page: Page): Promise<void>
  member: string
  admin: string
  tab: string
  /** What is at the top of the window then. */
  title: string
}

const record = async (page: Page) => page.getByRole('button', { name: 'Record', exact: true }).click()

const installation = { tab: 'Administration → Installation', title: 'Transcription and notes' }
const steps: Step[] = [
  {
    path: '/',
    open: record,
    member: 'transcribes it once an administrator has set that up: tell them.',
    admin: 'transcribes it once you have set that up:',
    ...installation,
  },
  {
    path: '/uploads',
    member: 'for recordings ask an administrator.',
    admin: 'so no recordings are taken; transcripts are. Set transcription up:',
    ...installation,
  },
  {
    path: `/recap/${recordingId}`,
    member: 'For decisions and action items a language model is needed: ask an administrator for one.',
    admin: 'A language model also finds decisions and action items. Set one up:',
    ...installation,
  },
  {
    path: '/account',
    member: 'for mails ask an administrator.',
    admin: 'This service sends no mail yet. Set it up:',
    tab: 'Administration → Installation',
    title: 'Mail',
  },
  {
    path: '/calendar',
    member: 'To connect them with one press, ask an administrator.',
    admin: 'So that people connect them with one press, set that up:',
    tab: 'Administration → Installation',
    title: 'Calendars by account',
  },
]

test('an administrator is led to where it is set up', { skip }, async () => {
  for (const { path, open, admin, tab, title } of steps) {
    const { page, unexpected } = await openSignedIn(its, 'ada@acme.test', path)
    await open?.(page)
    const said = page.getByText(admin, { exact: false }).first()
    await said.waitFor()
    assert.deepEqual(await lookAt(page, path), [])
    await said.getByRole('link', { name: tab }).click()
    const rights = page.getByRole('button', { name: 'Take administrator rights', exact: true })
    await rights.click()
    const heading = page.getByRole('heading', { level: 2, name: title, exact: true })
    await heading.waitFor()
    await heading.scrollIntoViewIfNeeded()
    assert.equal(new URL(page.url()).pathname, '/admin')
    assert.deepEqual(unexpected(/401|403/), [])
    await its.closeTabs()
  }
})

test('a member reads what they can do and whom to ask, and no command', { skip }, async () => {
  for (const { path, open, member, tab } of steps) {
    const { page, unexpected } = await openSignedIn(its, 'bo@acme.test', path)
    await open?.(page)
    await page.getByText(member, { exact: false }).first().waitFor()
    assert.equal(await page.getByRole('link', { name: tab }).count(), 0)
    assert.doesNotMatch(await page.locator('body').innerText(), /npx|SMTP_URL|STT_|LLM_URL/)
    assert.deepEqual(unexpected(/401|403/), [])
    await its.closeTabs()
  }
})
