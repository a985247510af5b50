/** Rewritten AI notes (decision 46 on corrections): by request and job, or by the operator's command. */

import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { writeAllNotes } from '../server/app/commands/write-notes.ts'
import { backgroundJobs } from '../server/app/worker.ts'
import type { NoteWriter, StoredMeeting, WrittenItem } from '../server/making/engines/shared/engines.ts'
import { EngineError } from '../server/platform/errors.ts'
import { type CorrectionsWorld, keys, openCorrectionsWorld } from './support/corrections-world.ts'

let world: CorrectionsWorld
let embedded: NoteWriter
before(async () => {
  world = await openCorrectionsWorld({ UPLOAD_RETRY_DELAYS_SECONDS: '5,30' })
  embedded = world.base.engines.noteWriter
})
after(() => world[Symbol.asyncDispose]())
beforeEach(async () => {
  world.base.engines.noteWriter = embedded
  await world.reset()
})

const ask = (key = keys.bo, id = 'r_1') => world.post(`/api/v1/recording/${id}/ai_notes`, key, {})
const requests = () => world.db.selectFrom('notes_requests').selectAll().execute()

/** A writer with this result. */
function writes(actionItems: Partial<WrittenItem>[], meanwhile: (meeting: StoredMeeting) => unknown = () => {}) {
  const written: StoredMeeting[] = []
  world.base.engines.noteWriter = {
    async write(meeting, signal) {
      written.push(meeting)
      await meanwhile(meeting)
      signal.throwIfAborted()
      const items = actionItems.map((item) => ({ text: '', assignees: [], dueDate: null, timestamp: null, ...item }))
      const points = items.map(({ text, timestamp, assignees }) => ({ text, timestamp, assignees }))
      const sections = [{ title: 'Action items', items: points }]
      return { generatedBy: 'test', markdown: `Notes ${written.length}`, sections, actionItems: items }
    },
  }
  return written
}

test('202 at once; the job writes notes and history, and search follows', async () => {
  const answer = await ask()
  assert.deepEqual([answer.status, answer.body], [202, { recording_id: 'r_1' }])
  assert.equal((await world.read()).ai_notes.generated_by, 'a model')
  world.advance({ seconds: 1 })
  await world.settle()
  const { ai_notes, updated_at } = await world.read()
  assert.deepEqual([ai_notes.generated_by, updated_at], ['embedded', world.base.clock().toISOString()])
  assert.deepEqual(await world.changes(), [{ ai_notes: 'written_anew' }])
  assert.equal((await world.history()).body.data[0].user.id, 'u_bo')
  const found = await world.post('/api/v1/search', keys.bo, { query: 'printer', filters: { kinds: ['ai_notes'] } })
  assert(found.body.data.length > 0)
  assert.deepEqual(await requests(), [])
})

test('a second request while the first is unfinished joins it; a later one runs again', async () => {
  const written = writes([])
  const answers = await Promise.all([ask(), ask(keys.dee), ask(keys.ada)])
  assert.deepEqual(
    answers.map(({ status }) => status),
    [202, 202, 202],
  )
  await world.settle()
  assert.equal(written.length, 1)
  await ask()
  await world.settle()
  assert.equal(written.length, 2)
})

test('items that say the same stay; new ones are added without an event; unchanged old ones are deleted', async () => {
  const done = await world.post('/api/v1/action_item/ai_given/complete', keys.ada, { completed: true })
  assert.equal(done.status, 200)
  writes([
    { text: 'SPEAKER 1 sends the deck!', assignees: ['bo@acme.test'] },
    { text: 'Book a room', assignees: ['bo@acme.test', 'guest@elsewhere.test'], dueDate: '2026-01-09', timestamp: 3 },
  ])
  await world.db.updateTable('action_items').set({ changed_by_people: false }).where('id', '=', 'ai_open').execute()
  await ask()
  await world.settle()
  const { data } = (await world.post('/api/v1/action_items', keys.ada, { order_by: 'created_at_asc' })).body
  const items = new Map<string, { id: string; assignees: { id: string }[]; status: string }>(
    data.map((item: { text: string }) => [item.text, item]),
  )
  const given = items.get('Speaker 1 sends the deck')!
  assert.deepEqual([given.id, given.status, given.assignees.map(({ id }) => id)], ['ai_given', 'Done', ['u_ada']])
  assert.deepEqual(
    [...items.keys()].sort(),
    ['Book a room', 'Speaker 1 sends the deck', 'Speaker 1, by hand', 'Speaker 11 rests'].sort(),
  )
  const fresh = items.get('Book a room')!
  assert.deepEqual(fresh, {
    ...fresh,
    due_date: '2026-01-09',
    recording_offset: 3,
    ai_detected: true,
    status: 'Incomplete',
    note_id: 'n_1',
    assignees: [{ id: 'u_bo', email: 'bo@acme.test', full_name: 'Bo Lindqvist' }],
  })
  const note = (await world.get('/api/v1/note/n_1', keys.bo)).body.note
  assert.match(note.content_markdown, /Book a room/)
  assert.doesNotMatch(note.content_markdown, /calls the printer/)
  const holds = await world.db.selectFrom('action_item_holds').select('item_id').execute()
  assert(!holds.some(({ item_id }) => item_id === fresh.id))
})

test('an item that somebody changed stays, and so does one with blocks below it', async () => {
  const edit = await world.patch('/api/v1/action_item/ai_none', keys.bo, { text: 'Rest' })
  assert.equal(edit.status, 200)
  const own = '::agenda{version=1}\n\n::action-item[Speaker 1 calls the printer]{#ai_open}\n  - in the morning'
  await world.post('/api/v1/note/n_1/agenda', keys.bo, { content_native_markdown: own })
  writes([])
  await ask()
  await world.settle()
  assert('ai_open' in (await world.items()))
})

test('an item in which only a speaker was renamed is replaced', async () => {
  writes([{ text: 'Speaker 1 phones the printer', timestamp: 8 }])
  await ask()
  await world.settle()
  world.advance({ seconds: 1 })
  await world.put({ speakers: { 'Speaker 1': 'Cy' } })
  assert(Object.values(await world.items()).includes('Cy phones the printer'))
  writes([{ text: 'Cy calls them', timestamp: 8 }])
  await ask()
  await world.settle()
  const texts = Object.values(await world.items())
  assert.deepEqual([texts.includes('Cy phones the printer'), texts.includes('Cy calls them')], [false, true])
})

test('no event is announced, also not for a new assignment', async () => {
  await world.reset((workspace) => ({
    ...workspace,
    webhook_list: [
      { owner: 'u_bo', url: 'https://hooks.acme.com/x', enabled_events: ['ai_note.generated', 'action_item.assigned'] },
    ],
  }))
  writes([{ text: 'Book a room', assignees: ['bo@acme.test'] }])
  await ask()
  world.advance({ minutes: 2 })
  await world.settle()
  assert.equal(Object.values(await world.items()).includes('Book a room'), true)
  assert.deepEqual(await world.db.selectFrom('messages').selectAll().execute(), [])
})

test('an edit in the meantime is not overwritten', async () => {
  writes([], () => world.put({ ai_notes: { markdown: 'By hand' } }))
  await ask()
  await world.settle()
  assert.equal((await world.read()).ai_notes.markdown, 'By hand')
  assert.deepEqual(await world.changes(), [{ ai_notes: 'edited' }])
  assert.deepEqual(await requests(), [])
})

test('a transcript that is corrected in the meantime is read again', async () => {
  const written = writes([], async () => {
    if (written.length === 1) await world.put({ speakers: { Bo: 'Cy' } })
  })
  await ask()
  await world.settle()
  assert.equal(written.length, 2)
  assert.match(written[1]!.transcript, /"Cy"/)
  assert.equal((await world.read()).ai_notes.markdown, 'Notes 2')
})

test('zero-day retention switched on in the meantime ends it, and so does a deletion', async () => {
  writes([], () => world.patch('/api/v1/workspace', keys.ada, { retention: 'zero_day' }))
  await ask()
  await world.settle()
  assert.equal((await world.read()).ai_notes.generated_by, 'a model')
  assert.deepEqual(await requests(), [])
  await world.reset()
  writes([], () => world.delete('/api/v1/recording/r_1', keys.ada))
  await ask()
  await world.settle()
  assert.deepEqual(await requests(), [])
})

test('a temporary failure is tried again; after the last try the history has the error, and the notes stay', async () => {
  let tries = 0
  world.base.engines.noteWriter = {
    write: async () => {
      tries++
      throw new EngineError('Away', { retryable: true })
    },
  }
  await ask()
  await world.settle()
  assert.equal(tries, 1)
  world.advance({ seconds: 5 })
  await world.settle()
  assert.deepEqual([tries, await world.changes()], [2, []])
  world.advance({ seconds: 30 })
  await world.settle()
  assert.deepEqual([tries, await world.changes()], [3, [{ ai_notes: 'failed' }]])
  assert.equal((await world.read()).ai_notes.generated_by, 'a model')
  assert.deepEqual(await requests(), [])
  world.base.engines.noteWriter = { write: async () => Promise.reject(new EngineError('No', { retryable: false })) }
  await ask()
  await world.settle()
  assert.equal((await world.changes()).length, 2)
})

test('after the crash of a worker the job runs again, and nothing is lost', async () => {
  await ask()
  const stopping = new AbortController()
  world.base.engines.noteWriter = {
    write: async (_, signal) => {
      stopping.abort(new Error('killed'))
      throw signal.reason
    },
  }
  const [work] = backgroundJobs(world.base, stopping.signal).filter(({ name }) => name === 'write-ai-notes')
  await assert.rejects(work!.run({ workspace_id: 'ws_acme', recording_id: 'r_1' }), /killed/)
  assert.equal((await requests())[0]!.failures, 0)
  world.base.engines.noteWriter = embedded
  await world.settle()
  assert.deepEqual(await world.changes(), [{ ai_notes: 'written_anew' }])
})

test('a request whose job was lost can be made again after two days', async () => {
  const written = writes([])
  await world.db
    .insertInto('notes_requests')
    .values({ workspace_id: 'ws_acme', recording_id: 'r_1', user_id: 'u_bo', requested_at: world.base.clock() })
    .execute()
  world.advance({ days: 2 })
  await ask()
  await world.settle()
  assert.equal(written.length, 0)
  world.advance({ seconds: 1 })
  await ask()
  await world.settle()
  assert.equal(written.length, 1)
})

// The command.

async function command(more: { missing?: boolean; signal?: AbortSignal; subdomain?: string } = {}) {
  const lines: string[] = []
  const options = { subdomain: 'acme', missing: false, signal: new AbortController().signal, ...more }
  const error = await writeAllNotes(world.base, { ...options, print: (line) => lines.push(line) }).catch((each) => each)
  return { lines, error: (error as Error | undefined)?.message }
}

/** The recording three times, the second one without AI notes and the third without a transcript. */
const archive = () =>
  world.reset((workspace) => {
    const [first] = workspace.recordings
    const others = [
      { ...first!, id: 'r_2', title: 'Two\n', ai_notes: null },
      { ...first!, id: 'r_3', title: 'Three', transcript: null, ai_notes: null },
    ]
    return { ...workspace, recordings: [first, ...others] }
  })

test('the command writes missing notes, on behalf of nobody', async () => {
  await archive()
  const { lines, error } = await command({ missing: true })
  assert.equal(error, undefined)
  assert.deepEqual(lines.slice(0, 1), ['1 recording to write AI notes for'])
  assert.match(lines[1]!, /^1\/1 r_2 "Two\\n": written by embedded, \d new action items, 0 gone$/)
  assert.equal(lines[2], 'Written: 1. Failed: 0.')
  assert.equal((await world.read('r_2')).ai_notes.generated_by, 'embedded')
  assert.equal((await world.read('r_1')).ai_notes.generated_by, 'a model')
  const [entry] = (await world.history('', { id: 'r_2' })).body.data
  assert.deepEqual([entry.user, entry.change], [null, { ai_notes: 'written_anew' }])
  assert.deepEqual((await command({ missing: true })).lines, [
    '0 recordings to write AI notes for',
    'Written: 0. Failed: 0.',
  ])
})

test('the command rewrites all notes; after an interruption the next run continues; a failure does not stop the others', async () => {
  await archive()
  const stopping = new AbortController()
  writes([], () => stopping.abort())
  const stopped = await command({ signal: stopping.signal })
  assert.deepEqual(stopped.lines, ['2 recordings to write AI notes for', 'Written: 0. Failed: 0.'])
  assert.equal(stopped.error, 'Stopped; run it again to go on.')
  let first = true
  const written = writes([], () => {
    if (!first) return
    first = false
    throw new EngineError('Away', { retryable: true })
  })
  const failed = await command()
  assert.equal(failed.lines[0], '2 recordings left by an earlier run')
  assert.match(failed.lines[1]!, /^1\/2 r_1 "Weekly": failed: Away$/)
  assert.match(failed.lines[2]!, /^2\/2 r_2 .*written by test/)
  assert.equal(failed.error, 'The AI notes of r_1 could not be written; run it again.')
  const last = await command()
  assert.equal(last.lines[0], '1 recording left by an earlier run')
  assert.equal(last.error, undefined)
  assert.equal(written.length, 3)
  assert.deepEqual(await requests(), [])
  assert.equal((await command()).lines[0], '2 recordings to write AI notes for')
})

test('a recording on the command’s list that a person requests is done by their job', async () => {
  await archive()
  const stopping = new AbortController()
  stopping.abort()
  await command({ signal: stopping.signal })
  await ask()
  const written = writes([])
  await world.settle()
  assert.equal(written.length, 1)
  assert.equal((await command()).lines[0], '1 recording left by an earlier run')
})

test('the command refuses an unknown workspace', async () => {
  assert.equal((await command({ subdomain: 'none' })).error, 'There is no workspace none.')
})
