/** MCP (decision 48): meetings by their own time, and those of which only a recap may be read. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { meetingLimits } from '../server/reading/assistants/tools/find-meetings.ts'
import { acme, keys } from './support/acme.ts'
import { type Assistant, openAssistant, openListeningWorld } from './support/assistant.ts'

let world: Awaited<ReturnType<typeof openListeningWorld>>
let bo: Assistant
before(async () => {
  world = await openListeningWorld()
  await world.load(...acme())
  await world.load({ subdomain: 'acme', name: 'Acme', ...more() })
  bo = await openAssistant(world.url, { 'x-api-key': keys.bo })
})
after(async () => {
  await bo[Symbol.asyncDispose]()
  await world[Symbol.asyncDispose]()
})

/** Ten meetings that one import brought, two of them at the same time, and a recap of a note that only Ada may read. */
function more() {
  const created_at = '2026-01-09T00:00:00.000Z'
  const days = ['01', '20', '03', '18', '05', '16', '07', '14', '09', '09']
  const attendees = [{ email: 'bo@acme.test', name: 'Bo' }]
  const events = days.map((day, index) => ({
    guid: `e${index}`,
    title: `Sync ${index}`,
    attendees,
    start: `2026-02-${day}T09:00:00Z`,
    end: `2026-02-${day}T10:00:00Z`,
  }))
  const notes = events.map(({ guid, title }) => ({ id: `n_${guid}`, event: guid, title, created_at }))
  const published_to = [{ channel: 'ch_eng', by: 'u_ada' }]
  const recap = { id: 'r_ada', note: 'n_ada', title: 'Plans aloud', created_at, started_by: 'u_ada', published_to }
  const ai_notes = { markdown: '## Plans', sections: [{ title: 'Plans', items: [] }] }
  return { events, notes, recordings: [{ ...recap, ai_notes }] }
}

const idsOf = ({ meetings }: { meetings: { id: string }[] }) => meetings.map(({ id }) => id)
const all = ['n_e1', 'n_e3', 'n_e5', 'n_e7', 'n_e9', 'n_e8', 'n_e6', 'n_e4', 'n_e2', 'n_e0', 'n_bo', 'n_ada', 'n_1']

/** Runs it for sets that are read whole, and along the indexes. */
async function bothWays(run: () => Promise<void>): Promise<void> {
  const usual = meetingLimits.set
  for (const set of [usual, 0]) {
    meetingLimits.set = set
    await run().finally(() => {
      meetingLimits.set = usual
    })
  }
}

test('48: meetings are listed by their start, else their creation, page after page', () =>
  bothWays(async () => {
    const list = async (args: object) => idsOf(await bo.read('list_meetings', args))
    assert.deepEqual(await list({}), all)
    const paged: string[] = []
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page: Awaited<ReturnType<Assistant['read']>> = await bo.read('list_meetings', { limit: 3, cursor })
      paged.push(...idsOf(page))
      cursor = page.next_cursor
    }
    assert.deepEqual(paged, all)
    assert.deepEqual(await list({ from: '2026-02-09', to: '2026-02-16' }), ['n_e5', 'n_e7', 'n_e9', 'n_e8'])
    assert.deepEqual(await list({ from: '2026-02-18T09:00:00Z' }), ['n_e1', 'n_e3'])
    assert.deepEqual(await list({ from: '2026-02-18T09:00:00.001Z' }), ['n_e1'])
    assert.deepEqual(await list({ to: '2026-01-05T10:00:00+01:00' }), ['n_1'])
    assert.deepEqual(await list({ to: '2026-01-05T09:59:59+01:00' }), [])
    assert.deepEqual(await list({ title: 'SYNC 4' }), ['n_e4'])
    assert.deepEqual(await list({ title: 'aloud' }), ['n_ada'])
    assert.deepEqual(await list({ title: '100% OF' }), [], 'the title of a note that may not be read finds nothing')
    await using ada = await openAssistant(world.url, { 'x-api-key': keys.ada })
    assert.deepEqual(idsOf(await ada.read('list_meetings')), all)
    assert.deepEqual(idsOf(await ada.read('list_meetings', { title: '100% OF' })), ['n_ada'])
    await using regular = await openAssistant(world.url, { 'x-api-key': keys.adaRegular })
    assert.deepEqual(idsOf(await regular.read('list_meetings')), ['n_ada', 'n_1'])
  }))

test('48: a meeting of which only the recap may be read is in the list, and can be read', async () => {
  const { meetings } = await bo.read('list_meetings', { title: 'aloud' })
  const shown = {
    id: 'n_ada',
    title: '⟦Plans aloud⟧',
    start: null,
    end: null,
    created_at: '2026-01-09T00:00:00.000Z',
    organizer: null,
    url: 'https://minutebook.test/recap/r_ada',
    recap_only: true,
  }
  assert.deepEqual(meetings, [{ ...shown, recording_ids: ['r_ada'] }])
  const { data, text } = await bo.call('get_meeting', { id: 'n_ada' })
  const { recordings, ...rest } = data
  assert.deepEqual(rest, {
    ...shown,
    call_url: null,
    attendees: [],
    more_attendees: 0,
    agenda: '⟦⟧',
    more_recordings: 0,
    action_items: [],
    is_cut: false,
  })
  assert.equal(recordings[0].ai_notes, '⟦## Plans⟧')
  assert.match(text, /Only the recaps may be read\./)
  await using ada = await openAssistant(world.url, { 'x-api-key': keys.adaRegular })
  assert.equal((await ada.read('get_meeting', { id: 'n_ada' })).recap_only, false)
  assert.equal(await bo.refused('get_meeting', { id: 'n_none' }), 'Note not found')
})
