/** Rejected corrections, and hostile text (decision 46): each error names its field, and nothing has changed. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { type CorrectionsWorld, keys, openCorrectionsWorld, transcript } from './support/corrections-world.ts'

let world: CorrectionsWorld
before(async () => {
  world = await openCorrectionsWorld()
})
after(() => world[Symbol.asyncDispose]())
beforeEach(() => world.reset())

/** Asserts a 400 for these fields, and that nothing has changed. */
async function refused(body: unknown, ...locations: string[]): Promise<string> {
  const etag = await world.etag()
  const answer = await world.correct(body)
  assert.equal(answer.status, 400, answer.text)
  const found = answer.body.errors.map(({ location }: { location: string }) => location)
  assert.deepEqual(found, locations)
  assert.equal(await world.etag(), etag)
  assert.deepEqual(await world.changes(), [])
  return answer.body.message
}

test('unknown speakers and segments, segments named twice', async () => {
  assert.equal(
    await refused({ speakers: { Bob: 'Cy' } }, 'body.speakers.Bob'),
    'body.speakers.Bob is no speaker of this transcript',
  )
  await refused({ speakers: { Bo: 'Cy', bo: 'Dee', '': 'Eve' } }, 'body.speakers.bo', 'body.speakers.')
  const segments = [{ index: 4, text: 'x' }, { index: 0 }, { index: 0, text: 'y' }, { index: 2_147_483_647 }]
  await refused({ segments }, 'body.segments[0].index', 'body.segments[2].index', 'body.segments[3].index')
  await refused({ title: 'Good', segments: [{ index: 9 }] }, 'body.segments[0].index')
})

test('blank names, too long ones, and values that are no text', async () => {
  for (const name of ['', ' ', '\n\t', '\u00a0', 'x'.repeat(256), 7, null, {}]) {
    await refused({ speakers: { Bo: name } }, 'body.speakers.Bo')
    if (name !== null) await refused({ segments: [{ index: 0, speaker: name }] }, 'body.segments[0].speaker')
  }
  await world.put({ speakers: { Bo: '𝒜'.repeat(255) } })
  assert.equal((await world.speakers())[3], '𝒜'.repeat(255))
})

test('values of other types and sizes', async () => {
  await refused({ title: '' }, 'body.title')
  await refused({ title: 'x'.repeat(256) }, 'body.title')
  await refused({ speakers: ['Bo'] }, 'body.speakers')
  await refused({ segments: {} }, 'body.segments')
  for (const index of [-1, 0.5, '0', null, 2_147_483_648])
    await refused({ segments: [{ index }] }, 'body.segments[0].index')
  await refused({ segments: [{ text: 'x' }] }, 'body.segments[0].index')
  await refused({ segments: [{ index: 0, text: 'x'.repeat(100_001) }] }, 'body.segments[0].text')
  await refused({ ai_notes: {} }, 'body.ai_notes.markdown')
  await refused({ ai_notes: { markdown: 'x'.repeat(200_001) } }, 'body.ai_notes.markdown')
  await refused({ title: 'a\0b' }, 'body.title')
  await refused({ speakers: { Bo: 'a\0b' } }, 'body.speakers.Bo')
  await refused({ speakers: { 'a\0b': 'Bo' } }, 'body.speakers')
})

test('limits: at them and one above', async () => {
  const count = (many: number) => Array.from({ length: many }, (_, index) => index)
  const speech_segments = count(4_001).map((index) => ({
    speaker: `S${index}`,
    text: 'x',
    start_time: index,
    end_time: index,
  }))
  await world.reset((workspace) => {
    workspace.recordings[0]!.transcript.speech_segments = speech_segments
    return workspace
  })
  const renames = (many: number) => Object.fromEntries(count(many).map((index) => [`S${index}`, `T${index}`]))
  const corrections = (many: number) => count(many).map((index) => ({ index, text: 'y' }))
  await refused({ speakers: renames(101) }, 'body.speakers')
  await refused({ segments: corrections(4_001) }, 'body.segments')
  await world.put({
    title: 'x'.repeat(255),
    speakers: renames(100),
    segments: [...corrections(3_999), { index: 4_000, text: 'x'.repeat(100_000) }],
    ai_notes: { markdown: 'x'.repeat(200_000) },
  })
})

test('renames may not make AI notes longer than their limit', async () => {
  const long = 'n'.repeat(255)
  await world.put({ ai_notes: { markdown: 'Bo '.repeat(782) } })
  const answer = await world.correct({ speakers: { Bo: long } })
  assert.deepEqual([answer.status, answer.body.errors[0].location], [400, 'body.speakers'])
  await world.put({ ai_notes: { markdown: 'Bo '.repeat(781) } })
  const { ai_notes } = await world.put({ speakers: { Bo: long } })
  assert.equal(ai_notes.markdown.length, 781 * 256)
})

test('rights: 404 without sight, 403 without the right to edit, both before the body is checked', async () => {
  const bad = { speakers: { Nobody: 'x' } }
  for (const [key, id, status, message] of [
    [keys.eve, 'r_1', 403, 'You may see this recording and not edit it'],
    // A super admin key sees it, but writes only what its owner may (decision 18 on edit rights).
    [keys.ivy, 'r_1', 403, 'You may see this recording and not edit it'],
    [keys.gus, 'r_1', 404, 'Recording not found'],
    [keys.zoe, 'r_1', 404, 'Recording not found'],
    [keys.bo, 'r_none', 404, 'Recording not found'],
    [keys.bo, 'r%00', 404, 'Recording not found'],
  ] as const) {
    for (const body of [bad, { title: 'x' }, {}]) {
      const answer = await world.correct(body, { key, id })
      assert.deepEqual([answer.status, answer.body.message], [status, message], `${key} ${id}`)
    }
    const rewrite = await world.post(`/api/v1/recording/${id}/ai_notes`, key, {})
    assert.deepEqual([rewrite.status, rewrite.body.message], [status, message])
    const stale = await world.correct(bad, { key, id, headers: { 'if-match': '"x"' } })
    assert.equal(stale.status, status)
  }
  assert.equal((await world.correct(bad, { headers: { 'if-match': '"x"' } })).status, 412)
  for (const key of [keys.ada, keys.bo, keys.dee]) await world.put({ title: `by ${key}` }, { key })
})

test('whoever sees the recording sees its history', async () => {
  await world.put({ title: 'Other' })
  for (const key of [keys.bo, keys.eve, keys.ivy]) assert.equal((await world.history('', { key })).body.data.length, 1)
  for (const key of [keys.gus, keys.zoe]) {
    const answer = await world.history('', { key })
    assert.deepEqual([answer.status, answer.body.message], [404, 'Recording not found'])
  }
})

test('a person who may edit the note and does not see the recap gets a 404', async () => {
  await world.reset((workspace) => {
    workspace.recordings[0]!.shared_with = []
    return workspace
  })
  assert.equal((await world.correct({ title: 'x' }, { key: keys.dee })).status, 404)
})

test('names of every script are stored unchanged', async () => {
  const hostile = [
    '(.*)+$',
    '**Bo** [x](javascript:1)',
    'علي 🏴‍☠️ עלי',
    '__proto__',
    'constructor',
    '$& $1',
    '<script>',
    'a"b\\c',
    '2',
    'x'.repeat(255),
  ]
  for (const name of hostile) {
    await world.put({ speakers: { Bo: name } })
    assert.equal((await world.speakers())[3], name)
    const [change] = await world.changes()
    assert.equal(change!.speakers![0]!.from, 'Bo')
    const { body } = await world.get('/api/v1/recording/r_1/talk_time', keys.bo)
    assert(body.speakers.some(({ speaker }: { speaker: string }) => speaker === name))
    const back = await world.correct(`{"speakers": {${JSON.stringify(name)}: "Bo"}}`)
    assert.equal(back.status, 200, back.text)
    assert.equal((await world.speakers())[3], 'Bo', name)
  }
})

test('a speaker without a name gets one; an empty old name changes no notes', async () => {
  await world.reset((workspace) => {
    workspace.recordings[0]!.transcript.speech_segments[0]!.speaker = ''
    workspace.recordings[0]!.transcript.speech_segments[1]!.speaker = 'a'
    return workspace
  })
  const before = await world.read()
  const { transcript, ai_notes } = await world.put({ speakers: { '': 'Cy', a: 'Dee' } })
  assert.deepEqual(
    transcript.speech_segments.slice(0, 2).map(({ speaker }: { speaker: string }) => speaker),
    ['Cy', 'Dee'],
  )
  assert.deepEqual(ai_notes, before.ai_notes)
})

test('zero-day: the title may be changed, speakers and segments are a 404, AI notes can still be corrected', async () => {
  await world.put({
    segments: [{ index: 0, text: 'Quibbled words.' }],
    title: 'Kept title',
    speakers: { Bo: 'Quentin' },
  })
  await world.put({ speakers: { Quentin: 'Bo' } })
  await world.put({ ai_notes: { markdown: 'Nothing here.' } })
  await world.patch('/api/v1/workspace', keys.ada, { retention: 'zero_day' })
  for (const body of [
    { speakers: { Bo: 'Cy' } },
    { segments: [{ index: 0 }] },
    { title: 'x', segments: [{ index: 0 }] },
  ]) {
    const answer = await world.correct(body)
    assert.deepEqual([answer.status, answer.body.message], [404, 'Transcript not found'])
  }
  const rewrite = await world.post('/api/v1/recording/r_1/ai_notes', keys.bo, {})
  assert.deepEqual([rewrite.status, rewrite.body.message], [404, 'Transcript not found'])
  assert.deepEqual(await world.changes(), [{ ai_notes: 'edited' }, { title: { from: 'Weekly', to: 'Kept title' } }])
  await world.put({ title: 'Changed', ai_notes: { markdown: 'Still here.' } })
  const kept = await world.db.selectFrom('recording_changes').selectAll().execute()
  assert.doesNotMatch(JSON.stringify(kept), /Quibbled|Quentin|Good morning/)
})

test('the history is deleted with its recording', async () => {
  await world.put({ segments: [{ index: 0, text: 'Quibbled words.' }] })
  await world.post('/api/v1/recording/r_1/ai_notes', keys.bo, {})
  assert.equal((await world.delete('/api/v1/recording/r_1', keys.ada)).status, 200)
  for (const table of ['recording_changes', 'notes_requests'] as const) {
    assert.deepEqual(await world.db.selectFrom(table).selectAll().execute(), [])
  }
  await world.settle()
})

test('unknown fields are ignored and named; a missing body is refused', async () => {
  const answer = await world.correct({ titel: 'x', segments: [{ index: 0, txt: 'y' }], speakers: { Bo: 'Cy' } })
  assert.deepEqual([answer.status, answer.headers['ignored-fields']], [200, 'titel, segments[0].txt'])
  for (const body of ['[]', '"x"', '7']) assert.equal((await world.correct(body)).status, 400)
  assert.deepEqual((await world.read()).transcript.speech_segments[0], transcript().speech_segments[0])
})
