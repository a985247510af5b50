/** Decisions in a real browser: what stands, what replaced it, and where it was said. */
// In a third of the runs: a browser walks through it.
import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { noBrowser } from './support/chromium.ts'
import { type ConsoleWorld, openConsole, openSignedIn } from './support/console-world.ts'

const skip = noBrowser
const ada = 'ada@acme.test'
const newest = 'We sell it for 20 euros'
const oldest = 'The remote sells for 25 euros'

let its: ConsoleWorld
before(async () => {
  if (noBrowser) return
  its = await openConsole()
  await its.world.db.deleteFrom('decisions').where('workspace_id', '=', 'ws_acme').execute()
  const { page } = await openSignedIn(its, ada)
  const told = await make(page, 'n_remote_1', 'r_remote_1', oldest)
  await make(page, 'n_remote_2', null, 'No display')
  const { id } = await make(page, 'n_remote_4', 'r_remote_4', newest)
  await its.world.db
    .insertInto('decision_proposals')
    .values({ workspace_id: await workspaceOf(id), newer: id, older: told.id, kind: 'replaces' })
    .execute()
  await its.closeTabs()
})
afterEach(() => its?.closeTabs())
after(() => its?.[Symbol.asyncDispose]())

/** One made by hand; of a recording it rests on the first words that are long enough. */
async function make(page: Page, note_id: string, recording_id: string | null, text: string) {
  const quote = recording_id && (await longestSaid(page, recording_id))
  const data = { note_id, text, ...(recording_id && { recording_id, quote }) }
  const answer = await page.request.post('/api/v1/decision', { data, headers: { origin: its.origin } })
  assert.equal(answer.status(), 201, await answer.text())
  return (await answer.json()).decision as { id: string; quote: string; start_time: number }
}

async function longestSaid(page: Page, recordingId: string): Promise<string> {
  const { recording } = await (await page.request.get(`/api/v1/recording/${recordingId}`)).json()
  const said: { text: string }[] = recording.transcript.speech_segments
  return said.find(({ text }) => text.length > 40 && text.length < 300)!.text
}

async function workspaceOf(id: string): Promise<string> {
  const row = await its.world.db
    .selectFrom('decisions')
    .select('workspace_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return row.workspace_id
}

const list = (page: Page) => page.getByRole('list', { name: 'Decisions', exact: true })
const textsOf = (page: Page) => list(page).locator('[data-row]').allInnerTexts()
const pathOf = (page: Page) => new URL(page.url()).pathname + new URL(page.url()).search

async function choose(page: Page, text: string, action: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for: ${text}` }).click()
  await page.getByRole('menuitem', { name: action }).click()
}

test('what stands is found by words, time and day, the address holds it, and a press leads to the moment', {
  skip,
}, async () => {
  const { page, complaints } = await openSignedIn(its, ada, '/decisions')
  await list(page).getByText(newest).waitFor()
  assert.deepEqual(await textsOf(page), [newest, 'No display', oldest])
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  assert.equal(await page.evaluate('document.activeElement.innerText'), 'No display')
  await page.getByRole('searchbox', { name: 'Find by words' }).fill('euros 25')
  await page.waitForURL('**/decisions?q=euros+25')
  await list(page).getByText(newest).waitFor({ state: 'detached' })
  await page.reload()
  await list(page).getByText(oldest).waitFor()
  assert.deepEqual(await textsOf(page), [oldest])
  await page.goto('/decisions?as_of=2026-09-15')
  await page.getByText('What stood at the end of 15 Sept 2026').waitFor()
  await list(page).getByText(oldest).waitFor()
  assert.deepEqual(await textsOf(page), ['No display', oldest])
  await page.getByRole('button', { name: 'Remove filter: As of 15 Sept 2026' }).click()
  await list(page).getByText(newest).waitFor()
  assert.equal(pathOf(page), '/decisions')
  await list(page).getByRole('link', { name: newest }).click()
  await page.waitForURL(/\/recap\/r_remote_4\?t=\d+$/)
  assert.deepEqual(complaints, [])
})

test('in a recap a proposal is accepted: the earlier decision stands no more, and each names the other', {
  skip,
}, async () => {
  const { page, complaints } = await openSignedIn(its, ada, '/recap/r_remote_4')
  const proposal = page.getByRole('list', { name: 'Proposals' })
  await proposal.getByText('It may replace').waitFor()
  await proposal.getByText(oldest).waitFor()
  await page.getByRole('button', { name: `It replaces it: “${oldest}”`, exact: true }).click()
  await list(page).getByText('Replaces', { exact: true }).waitFor()
  assert.equal(await proposal.count(), 0)
  await page.goto('/decisions?state=superseded')
  await list(page).getByRole('link', { name: newest }).waitFor()
  assert.deepEqual(await textsOf(page), [oldest])

  await page.goto('/decisions')
  await choose(page, newest, 'Withdraw')
  await list(page).getByText(newest).waitFor({ state: 'detached' })
  await list(page).getByText(oldest).waitFor()
  assert.deepEqual(await textsOf(page), ['No display', oldest], 'what it replaced stands again')
  await choose(page, oldest, 'History')
  const changes = page.getByRole('dialog', { name: `History of “${oldest}”` })
  await changes.getByText('Stands again; no longer replaced by').waitFor()
  await changes.getByText('Replaced by', { exact: true }).waitFor()
  assert.equal(await changes.getByRole('link', { name: newest }).count(), 2)
  assert.match(await changes.innerText(), /Ada Moreau · [\s\S]*\nWritten$/)
  await page.keyboard.press('Escape')
  await changes.waitFor({ state: 'hidden' })
  await page.getByRole('radiogroup', { name: 'Which decisions' }).getByText('Withdrawn').click()
  await choose(page, newest, 'Let it stand again')
  await page.getByText('Nothing was withdrawn').waitFor()
  assert.deepEqual(complaints, [])
})

test('what one replaces is chosen from what stands in its series, and a note shows what its series decided', {
  skip,
}, async () => {
  const { page, complaints } = await openSignedIn(its, ada)
  const elsewhere = await make(page, 'n_price', null, 'Cobalt is the colour')
  await page.goto('/decisions')
  await choose(page, newest, 'Replaces …')
  const dialog = page.getByRole('dialog', { name: 'What does it replace?' })
  await dialog.getByText('Decisions that stand, those of this series first.').waitFor()
  assert.equal(await page.getByRole('option').count(), 0, 'the list covers nothing until it is asked for')
  await dialog.getByRole('combobox', { name: newest }).click()
  await page
    .getByRole('group', { name: 'This series' })
    .getByRole('option', { name: /^No display/ })
    .waitFor()
  await page
    .getByRole('group', { name: 'Other meetings' })
    .getByRole('option', { name: /^Cobalt/ })
    .waitFor()
  await its.world.db.deleteFrom('decisions').where('id', '=', elsewhere.id).execute()
  await dialog.getByRole('combobox', { name: newest }).fill('display')
  await page.getByRole('option', { name: /^No display/ }).click()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.waitFor({ state: 'hidden' })
  await list(page).locator('[data-row]', { hasText: 'No display' }).waitFor({ state: 'detached' })
  assert.deepEqual(await textsOf(page), [newest])
  await page.goto('/note/n_remote_review')
  const decided = page.getByRole('list', { name: 'Decided in this series' })
  await decided.getByRole('link', { name: newest }).waitFor()
  await page.getByRole('link', { name: 'All of this series' }).click()
  await page.waitForURL('**/decisions?series=se_remote')
  await page.getByRole('button', { name: 'Remove filter: Meetings of one series' }).waitFor()
  assert.deepEqual(complaints, [])
})

test('a list that cannot be read says so and is asked again; one without rows says why', { skip }, async () => {
  const { page } = await openSignedIn(its, ada)
  const path = '**/api/v1/decisions'
  await page.route(path, (route) => route.fulfill({ status: 503, json: { message: 'The service is busy; try again' } }))
  await page.goto('/decisions?q=unheard')
  const again = page.getByRole('button', { name: 'Try again' })
  await again.waitFor()
  await page.unroute(path)
  await again.click()
  await page.getByText('Nothing matches these filters').waitFor()
  await page.getByRole('button', { name: 'Clear all filters' }).click()
  await list(page).getByText(newest).waitFor()
})
