/** A recording is transcribed again (decision 46 on corrections). */

import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { backgroundJobs } from '../server/app/worker.ts'
import type { OnProgress, TranscriptionHints } from '../server/making/engines/shared/engines.ts'
import { EngineError, ResourceLimitError } from '../server/platform/errors.ts'
import { type CorrectionsWorld, keys, openCorrectionsWorld } from './support/corrections-world.ts'
import { waitFor } from './support/waiting.ts'

let world: CorrectionsWorld
before(async () => {
  world = await openCorrectionsWorld({ UPLOAD_RETRY_DELAYS_SECONDS: '5,30' })
})
after(() => world[Symbol.asyncDispose]())
beforeEach(async () => {
  await world.reset()
  await addMedia()
})

const ids = { workspace_id: 'ws_acme', recording_id: 'r_1' }

async function addMedia() {
  async function* bytes() {
    yield Buffer.from('RIFF')
  }
  const file = await world.base.media.write(bytes())
  const row = { ...ids, file, content_type: 'audio/wav', file_name: 'Weekly.wav', media_bytes: 4 }
  await world.db.insertInto('recording_media').values(row).execute()
}

const ask = (body: object = {}, key = keys.bo, id = 'r_1') =>
  world.post(`/api/v1/recording/${id}/transcribe`, key, body)
const requests = () => world.db.selectFrom('transcription_requests').selectAll().execute()
const refusal = async (answer: ReturnType<typeof ask>) => {
  const { status, body } = await answer
  return [status, body.message]
}

/** A transcriber that hears these words. */
function hears(text: string, meanwhile: (signal: AbortSignal, onProgress: OnProgress) => unknown = () => {}) {
  const heard: TranscriptionHints[] = []
  world.base.engines.transcriber = {
    isReady: async (model) => model === undefined || model === 'large',
    async transcribe(_media, hints, signal, options) {
      heard.push(hints)
      await meanwhile(signal, options!.onProgress!)
      signal.throwIfAborted()
      const speech_segments = [
        { speaker: 'Speaker 1', text, start_time: 0, end_time: 6 },
        { speaker: 'Speaker 2', text: 'Agreed.', start_time: 7, end_time: 8 },
      ]
      const words = [[[text, 0, 6] as [string, number, number]], null]
      return { transcript: { language_code: 'de', speech_segments }, words, durationSeconds: 8 }
    },
  }
  return heard
}

const find = async (query: string) =>
  (await world.post('/api/v1/search', keys.bo, { query, filters: { kinds: ['transcript'] } })).body.data.length

test('202 at once; then words, history, search, talk time, followers and new notes have it', async () => {
  const heard = hears('The zeppelin is late.')
  let page = (await world.get('/api/v1/changes?copy=false', keys.bo)).body
  const answer = await ask({ language_code: 'de-de', speakers: 2 })
  assert.deepEqual([answer.status, answer.body], [202, { recording_id: 'r_1' }])
  assert.equal(await find('zeppelin'), 0)
  world.advance({ seconds: 1 })
  await world.settle()
  assert.deepEqual([heard.length, heard[0]!.languageCode, heard[0]!.speakerCount], [1, 'de-DE', 2])
  const { transcript, ai_notes, updated_at } = await world.read()
  assert.deepEqual(
    [transcript.language_code, transcript.speech_segments[0].text, updated_at],
    ['de', 'The zeppelin is late.', world.base.clock().toISOString()],
  )
  assert.equal(ai_notes.generated_by, 'embedded')
  const former = [
    'Speaker 1: Good morning.',
    'Bo Lindqvist: Who sends the quarterly deck?',
    'Speaker 1: I will call the printer by Friday.',
    'Bo: Fine.',
  ].join('\n')
  assert.deepEqual(await world.changes(), [
    { ai_notes: 'written_anew' },
    { transcript: 'transcribed_again', former_transcript: former },
  ])
  assert.deepEqual([await find('zeppelin'), await find('quarterly')], [1, 0])
  const talk = (await world.get('/api/v1/recording/r_1/talk_time', keys.bo)).body.speakers
  assert.deepEqual(
    talk.map(({ speaker, words }: { speaker: string; words: number }) => [speaker, words]),
    [
      ['Speaker 1', 4],
      ['Speaker 2', 1],
    ],
  )
  page = (await world.get(`/api/v1/changes?cursor=${page.page_info.cursor}`, keys.bo)).body
  assert(page.data.some(({ id, change }: { id: string; change: string }) => id === 'r_1' && change === 'changed'))
  const printed = await world.get('/api/v1/recording/r_1/transcript?format=txt', keys.bo)
  assert.match(printed.text, /zeppelin/)
  assert.deepEqual(await world.db.selectFrom('messages').selectAll().execute(), [])
  assert.deepEqual(await requests(), [])
})

test('rights: as for a correction', async () => {
  for (const [key, id, status, message] of [
    [keys.eve, 'r_1', 403, 'You may see this recording and not edit it'],
    [keys.ivy, 'r_1', 403, 'You may see this recording and not edit it'],
    [keys.gus, 'r_1', 404, 'Recording not found'],
    [keys.zoe, 'r_1', 404, 'Recording not found'],
    [keys.bo, 'r_none', 404, 'Recording not found'],
  ] as const) {
    assert.deepEqual(await refusal(ask({}, key, id)), [status, message], `${key} ${id}`)
  }
  hears('Again.')
  for (const key of [keys.ada, keys.bo, keys.dee]) {
    assert.equal((await ask({}, key)).status, 202)
    await world.settle()
  }
})

test('limits: 1 to 20 speakers, and a language tag', async () => {
  hears('Again.')
  for (const body of [{ speakers: 0 }, { speakers: 21 }, { speakers: 1.5 }, { language_code: 'no such_tag' }]) {
    assert.equal((await ask(body)).status, 400, JSON.stringify(body))
  }
  for (const speakers of [1, 20]) {
    assert.equal((await ask({ speakers })).status, 202)
    await world.settle()
  }
})

test('a model is one of this machine for words, and is used', async () => {
  const heard = hears('Again.')
  assert.deepEqual(await refusal(ask({ model: 'small' })), [400, 'body.model is no installed model for words'])
  assert.equal((await ask({ model: 'large' })).status, 202)
  await world.settle()
  assert.equal(heard[0]!.model, 'large')
  delete world.base.engines.transcriber!.isReady
  assert.equal((await ask({ model: 'large' })).status, 400, 'a service has no models of this machine')
})

test('28: the progress of both stages is told to everybody who sees the recording', async () => {
  const progress = async () => (await world.get('/api/v1/recording/r_1/progress', keys.eve)).body.progress
  const tells = async (stage: string, onProgress: OnProgress) => {
    assert.deepEqual(await progress(), { stage, done: null })
    onProgress(0.5)
    await waitFor(async () => (await progress()).done === 0.5)
  }
  hears('Again.', (_signal, onProgress) => tells('transcribing', onProgress))
  const { noteWriter } = world.base.engines
  world.base.engines.noteWriter = {
    async write(meeting, signal, options) {
      await tells('writing', options!.onProgress!)
      return noteWriter.write(meeting, signal, options)
    },
  }
  assert.equal(await progress(), null)
  await ask()
  await world.settle()
  assert.equal(await progress(), null)
  assert.equal((await world.changes()).length, 2)
  world.base.engines.noteWriter = noteWriter
  assert.equal((await world.get('/api/v1/recording/r_1/progress', keys.gus)).status, 404)
})

test('28: a failed try begins anew, and nobody waits for a request whose job was lost', async () => {
  const progress = async () => (await world.get('/api/v1/recording/r_1/progress', keys.bo)).body.progress
  hears('', async (_signal, onProgress) => {
    onProgress(0.5)
    await waitFor(async () => (await progress()).done === 0.5)
    throw new EngineError('Away', { retryable: true })
  })
  await ask()
  await world.settle()
  assert.deepEqual(await progress(), { stage: 'transcribing', done: null })
  world.advance({ days: 2, seconds: 1 })
  assert.equal(await progress(), null)
})

test('corrections by hand are counted in a 409, and replaced only if the request says so', async () => {
  hears('Again.')
  await world.put({ speakers: { Bo: 'Cy' }, segments: [{ index: 0, text: 'Hi.' }] })
  await world.put({ title: 'Titles stay' })
  assert.deepEqual(await refusal(ask()), [
    409,
    '2 corrections of words and speakers would be lost; send replace_corrections: true to replace them',
  ])
  await world.put({ ai_notes: { markdown: 'By hand' } })
  assert.match(
    (await ask()).body.message,
    /^2 corrections of words and speakers and AI notes that a person edited would/,
  )
  assert.deepEqual(await requests(), [])
  assert.equal((await ask({ replace_corrections: true })).status, 202)
  await world.settle()
  const { title, transcript, ai_notes } = await world.read()
  assert.deepEqual([title, transcript.speech_segments[0].text], ['Titles stay', 'Again.'])
  assert.equal(ai_notes.generated_by, 'embedded')
  assert.match((await world.changes())[1]!.former_transcript!, /Hi\.[\s\S]*Cy: Fine\./)
  assert.equal((await ask()).status, 202, 'nothing is left to lose')
  await world.settle()
  world.advance({ seconds: 1 })
  await world.put({ segments: [{ index: 0, text: 'Once more.' }] })
  assert.match((await ask()).body.message, /^1 correction of words and speakers would be lost/)
})

test('without media, transcript or transcriber it is refused with a sentence', async () => {
  const { transcriber } = world.base.engines
  world.base.engines.transcriber = null
  assert.deepEqual(await refusal(ask()), [422, 'No transcription service is configured'])
  world.base.engines.transcriber = transcriber
  await world.db.deleteFrom('recording_media').execute()
  assert.deepEqual(await refusal(ask()), [404, 'Media not found'])
  await world.patch('/api/v1/workspace', keys.ada, { retention: 'zero_day' })
  assert.deepEqual(await refusal(ask()), [404, 'Transcript not found'])
})

test('a second request meanwhile is a 409; one that was lost may be made again after two days', async () => {
  const heard = hears('Again.')
  const answers = await Promise.all([ask(), ask({}, keys.dee), ask({}, keys.ada)])
  assert.deepEqual(answers.map(({ status }) => status).sort(), [202, 409, 409])
  assert.deepEqual(await refusal(ask()), [409, 'The recording is being transcribed again already'])
  await world.settle()
  assert.equal(heard.length, 1)
  await world.db
    .insertInto('transcription_requests')
    .values({ ...ids, user_id: 'u_bo', language_code: null, speakers: null, requested_at: world.base.clock() })
    .execute()
  world.advance({ days: 2 })
  assert.equal((await ask()).status, 409)
  world.advance({ seconds: 1 })
  assert.equal((await ask()).status, 202)
  await world.settle()
  assert.equal(heard.length, 2)
})

test('a correction, a deletion or zero-day retention meanwhile ends it quietly', async () => {
  for (const meanwhile of [
    () => world.put({ speakers: { Bo: 'Cy' } }),
    () => world.put({ ai_notes: { markdown: 'By hand' } }),
    () => world.patch('/api/v1/workspace', keys.ada, { retention: 'zero_day' }),
    () => world.delete('/api/v1/recording/r_1', keys.ada),
  ]) {
    await world.reset()
    await addMedia()
    hears('Zeppelin.', meanwhile)
    assert.equal((await ask()).status, 202)
    await world.settle()
    assert.deepEqual([await requests(), await find('zeppelin')], [[], 0], String(meanwhile))
    const changes = await world.db.selectFrom('recording_changes').select('change').execute()
    assert.doesNotMatch(JSON.stringify(changes), /transcribed_again|failed/)
  }
})

test('a deletion stops the transcriber', async () => {
  let stopped = false
  hears('Again.', async (signal) => {
    await world.delete('/api/v1/recording/r_1', keys.ada)
    await waitFor(async () => signal.aborted)
    stopped = true
  })
  await ask()
  await world.settle()
  assert.equal(stopped, true)
})

test('a temporary failure is tried again; after the last try the history says so, and the words stay', async () => {
  const heard = hears('', () => Promise.reject(new EngineError('Away', { retryable: true })))
  await ask()
  await world.settle()
  for (const seconds of [5, 30]) {
    assert.deepEqual(await world.changes(), [])
    world.advance({ seconds })
    await world.settle()
  }
  assert.deepEqual([heard.length, await world.changes(), await requests()], [3, [{ transcript: 'failed' }], []])
  assert.equal((await world.read()).transcript.speech_segments.length, 4)
})

test('notes that wait to be written anew quote nothing of the former words', async () => {
  const proved = { text: 'Bo asked.', segment: 1, timestamp: 4 }
  const sentences = [{ ...proved, quote: 'Who sends the quarterly deck?' }]
  const notes = { markdown: 'Bo asked.', sections: [{ title: '', content: 'Bo asked.', sentences }] }
  await world.db
    .updateTable('recordings')
    .set({ ai_notes: JSON.stringify(notes) })
    .where('id', '=', 'r_1')
    .execute()
  hears('The zeppelin is late.')
  await ask()
  await backgroundJobs(world.base)
    .find(({ name }) => name === 'transcribe-again')!
    .run(ids)
  const { transcript, ai_notes } = await world.read()
  assert.equal(transcript.speech_segments[0].text, 'The zeppelin is late.')
  assert.deepEqual(ai_notes.sections[0].sentences, [{ ...proved, quote: null }])
})

test('words that took hours are kept where the quotations of decisions take too long to find', async () => {
  const decision = { note_id: 'n_1', recording_id: 'r_1', text: 'We send it', quote: 'Who sends the quarterly deck?' }
  const made = await world.post('/api/v1/decision', keys.bo, decision)
  assert.equal(made.status, 201, made.text)
  hears('The zeppelin is late. '.repeat(10_000))
  await ask()
  const { threads } = world.base
  const run = threads.run.bind(threads)
  let refused = 0
  threads.run = (task, ...given) => {
    if (task.name !== 'locateQuotes') return run(task, ...given)
    refused++
    return Promise.reject(new ResourceLimitError('Too long'))
  }
  try {
    await world.settle()
  } finally {
    threads.run = run
  }
  assert.equal(refused, 1)
  assert.match((await world.read()).transcript.speech_segments[0].text, /^The zeppelin/)
  const { quote } = (await world.get(`/api/v1/decision/${made.body.decision.id}`, keys.bo)).body.decision
  assert.equal(quote, null)
})

test('after the crash of a worker the job runs again', async () => {
  await ask()
  const stopping = new AbortController()
  hears('', (signal) => {
    stopping.abort(new Error('killed'))
    throw signal.reason
  })
  const [work] = backgroundJobs(world.base, stopping.signal).filter(({ name }) => name === 'transcribe-again')
  await assert.rejects(work!.run(ids), /killed/)
  assert.equal((await requests())[0]!.failures, 0)
  hears('Again.')
  await world.settle()
  assert.equal((await world.read()).transcript.speech_segments[0].text, 'Again.')
})

test('former words go with a deleted transcript, and are at most 100,000 characters', async () => {
  await world.reset((workspace) => {
    const [segment] = workspace.recordings[0]!.transcript.speech_segments
    workspace.recordings[0]!.transcript.speech_segments = [
      { ...segment!, text: 'quibble '.repeat(12_000) },
      segment!,
      { ...segment!, text: 'quibble '.repeat(900) },
    ]
    return workspace
  })
  await addMedia()
  hears('Again.')
  await ask()
  await world.settle()
  assert.equal((await world.changes())[1]!.former_transcript!.length, 100_000)
  await world.patch('/api/v1/workspace', keys.ada, { retention: 'zero_day' })
  assert.deepEqual(await world.changes(), [{ ai_notes: 'written_anew' }, { transcript: 'transcribed_again' }])
})
