/** Questions and assistants are told first what was decided, and whether it still stands (decisions 48, 56, 63). */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { acme, keys } from './support/acme.ts'
import { openAssistant, openListeningWorld } from './support/assistant.ts'
import { key, type LlmServer, openLlm, type Sent } from './support/llm-server.ts'
import { openWorld, type World } from './support/world.ts'

let model: LlmServer
let world: World
let plain: Awaited<ReturnType<typeof openListeningWorld>>
let say: (sent: Sent) => unknown
before(async () => {
  model = await openLlm('openai', (sent) => say(sent))
  world = await openWorld({ LLM_URL: model.url, LLM_API_KEY: key, LLM_MODEL: 'm-1' }, { anew: true })
  plain = await openListeningWorld({ LOG_LEVEL: 'error' })
})
after(async () => {
  await world[Symbol.asyncDispose]()
  await plain[Symbol.asyncDispose]()
  await model[Symbol.asyncDispose]()
})
beforeEach(async () => {
  for (const each of [world, plain]) {
    await each.empty()
    await each.load(...decided())
  }
  model.answered.length = 0
  say = () => answering()
})

const decision = (id: string, text: string, day: string, more: object = {}) => ({
  ...{ id, note: 'n_1', text, made_by: 'u_ada', changed_by_people: true },
  ...{ created_at: `2026-01-${day}T09:00:00Z`, updated_at: `2026-01-${day}T09:00:00Z`, ...more },
})

/**
 * The hall: first rented, then bought, then of Ada's alone left. Bo sees the first two, and that the second stands no more. The
 * rent is of the recap. Talk of the hall is in the transcript too.
 */
function decided(): object[] {
  const [here, there] = acme() as [{ recordings: object[] }, object]
  const [met, other] = here.recordings
  const said = { speaker: 'Bo Lindqvist', text: 'We rent the hall for 1200.', start_time: 61.5, end_time: 64 }
  return [
    {
      ...here,
      recordings: [{ ...met, transcript: { language_code: 'en', speech_segments: [said] }, ai_notes: null }, other],
      decisions: [
        decision('dec_rent', 'The hall is rented for 1200', '05', {
          recording: 'r_1',
          ...{ quote: 'We rent the hall for 1200.', speaker: 'Bo Lindqvist', start_time: 61.5 },
        }),
        decision('dec_buy', 'The hall is bought', '06', { note: 'n_bo', supersedes: ['dec_rent'] }),
        decision('dec_gone', 'The hall is painted', '07', { status: 'withdrawn' }),
        decision('dec_tea', 'Tea is served in the hall', '08'),
        decision('dec_coffee', 'Coffee is served, after all', '09', { note: 'n_ada', supersedes: ['dec_tea'] }),
        decision('dec_zoo', 'The zoo stays closed', '09', { note: 'n_ada' }),
      ],
    },
    there,
  ]
}

const sentence = (text: string, quote: string, source: number) => ({ text, source, quote })
const answering = (...sentences: object[]) => ({ sentences, searches: [] })
const question = 'What of the hall?'
const ask = async (asker: string = keys.bo, more: object = {}) => {
  const { status, body, text } = await world.post('/api/v1/ask', asker, { question, ...more })
  assert.equal(status, 200, text)
  return body
}
/** What the model read: the heads of the sources that are decisions, without the meeting. */
const headsRead = () =>
  [
    ...model.answered.at(-1)!.user.matchAll(/<source number="(\d+)" kind="decision" date="[^"]*" ([^>]*) meeting=/g),
  ].map(([, number, status]) => `${number} ${status!.replaceAll('"', '')}`)

test('the model reads first what stands, then what was superseded with what replaced it, as far as it is seen', async () => {
  await ask()
  assert.deepEqual(headsRead(), [
    '1 status=stands',
    ...['2 status=superseded', '3 status=superseded replaced_by=1'].sort(),
    '4 status=withdrawn',
  ])
  const [{ system, user }] = model.answered as [Sent]
  assert.match(system, /"stands" counts before all other sources/)
  assert.match(user, /number="1" kind="decision".*\nThe hall is bought\n/)
  const { body } = await world.get('/api/v1/decision/dec_rent', keys.bo)
  assert.match(user, new RegExp(`date="${body.decision.made_at.slice(0, 10)}".*\nThe hall is rented`))
  assert.match(user, /The hall is rented for 1200\nBo Lindqvist: We rent the hall for 1200\.\n/)
  assert.ok(user.indexOf('kind="transcript"') > user.lastIndexOf('kind="decision"'))
  // That the tea stands no more is known, and what replaced it is Ada's.
  assert.doesNotMatch(user, /Coffee|zoo/)
})

test('a successor without the words of the question is read too, by who sees it', async () => {
  await ask(keys.ada, { question: 'Is tea served?' })
  const [{ user }] = model.answered as [Sent]
  assert.match(user, /number="1" kind="decision" [^>]*status="stands"[^>]*>\nCoffee is served, after all\n/)
  assert.match(user, /status="superseded" replaced_by="1"[^>]*>\nTea is served in the hall\n/)
})

test('a citation has the decision, whether it stands and what replaced it, and leads to its moment', async () => {
  say = ({ user }) => {
    const number = Number(/number="(\d+)"[^>]*>\nThe hall is rented/.exec(user)![1])
    return answering(
      sentence('It is bought, not rented for 1200.', 'The hall is bought', 1),
      sentence('It was rented.', 'hall is rented for 1200', number),
      sentence('It is bought for 77.', 'The hall is bought', 1),
    )
  }
  const { answer, citations } = await ask()
  assert.equal(answer, 'It is bought, not rented for 1200. [1] It was rented. [2]')
  const [bought, rented] = citations
  assert.deepEqual(
    [bought.kind, bought.decision, bought.note_id, bought.recording_id],
    ['decision', { id: 'dec_buy', status: 'stands', superseded_by: null }, 'n_bo', null],
  )
  assert.match(bought.url, /\/note\/n_bo$/)
  assert.deepEqual(rented.decision, { id: 'dec_rent', status: 'superseded', superseded_by: 'dec_buy' })
  assert.match(rented.url, /\/recap\/r_1\?t=61$/)
})

test('without a model the citations have what stands first, then what stands no more, then what was said', async () => {
  const { body } = await plain.post('/api/v1/ask', keys.bo, { question })
  const kinds = body.citations.map(({ kind, decision }: { kind: string; decision: { id: string; status: string } }) =>
    decision ? decision.status : kind,
  )
  assert.deepEqual(kinds, ['stands', 'superseded', 'superseded', 'withdrawn', 'transcript'])
  assert.equal(body.citations[0].quote, 'The hall is bought')
  const alone = await plain.post('/api/v1/ask', keys.bo, { question, filters: { kinds: ['transcript'] } })
  assert.deepEqual(
    alone.body.citations.map(({ decision }: { decision: object }) => decision),
    [null],
  )
  const only = await plain.post('/api/v1/ask', keys.bo, { question, filters: { kinds: ['decision'] } })
  assert.equal(only.body.citations.length, 4)
})

/** Six decisions of the hall with the given lengths, and as many that replace the first of them, of one letter. */
async function loadLong(lengths: number[], replaced: number) {
  const [here, there] = acme() as [object, object]
  const found = lengths.map((length, number) => decision(`dec_${number}`, `The hall ${'x'.repeat(length - 9)}`, '05'))
  const newer = Array.from({ length: replaced }, (_, number) =>
    decision(`dec_new_${number}`, 'y', '06', { supersedes: [`dec_${number}`] }),
  )
  await world.empty()
  await world.load({ ...here, decisions: [...found, ...newer] }, there)
}

test('eight decisions at most are read, with those that replaced the found ones', async () => {
  for (const [replaced, read] of [
    [0, 6],
    [1, 7],
    [2, 8],
    [3, 8],
  ] as const) {
    await loadLong(Array(6).fill(100), replaced)
    await ask()
    assert.equal(headsRead().length, read, `${replaced} of six are replaced`)
    assert.equal(headsRead().filter((head) => head.endsWith('status=stands')).length, 6)
  }
})

test('decisions take half of what the model reads', async () => {
  const whole = Array(5).fill(2_000)
  for (const [last, read] of [
    [1_998, 7],
    [1_999, 7],
    [2_000, 6],
  ] as const) {
    await loadLong([...whole, last], 1)
    await ask()
    assert.equal(headsRead().length, read, `${10_001 + last} characters`)
  }
})

test('48: assistants find decisions with their status, read them, and are told what replaced them if they may', async () => {
  await using bo = await openAssistant(plain.url, { 'x-api-key': keys.bo })
  const found = await bo.read('search', { query: 'hall', kinds: ['decision'] })
  const statuses = found.results.map(({ id, status }: { id: string; status: string }) => `${id} ${status}`)
  assert.deepEqual(statuses.sort(), [
    'decision:dec_buy stands',
    'decision:dec_gone withdrawn',
    'decision:dec_rent superseded',
    'decision:dec_tea superseded',
  ])
  const rent = await bo.read('fetch', { id: 'decision:dec_rent' })
  assert.deepEqual(
    [rent.text, rent.metadata],
    [
      '⟦The hall is rented for 1200\n\nBo Lindqvist: “We rent the hall for 1200.”⟧',
      {
        ...{ kind: 'decision', status: 'superseded', made_at: '2026-01-05T09:00:00.000Z', note: 'note:n_1' },
        ...{ recording: 'recording:r_1', superseded_by: 'decision:dec_buy' },
      },
    ],
  )
  assert.match(rent.url, /\/recap\/r_1\?t=61$/)
  const buy = await bo.read('fetch', { id: 'decision:dec_buy' })
  assert.deepEqual([buy.metadata.status, buy.metadata.supersedes], ['stands', 'decision:dec_rent'])
  const tea = await bo.read('fetch', { id: 'decision:dec_tea' })
  assert.deepEqual([tea.metadata.status, tea.metadata.superseded_by], ['superseded', undefined])
  assert.match((await bo.call('list_decisions', { query: 'rented' })).text, /- dec_rent \(superseded by dec_buy, /)
  for (const id of ['decision:dec_zoo', 'decision:dec_coffee', 'decision:none'])
    assert.match(await bo.refused('fetch', { id }), /^Decision not found/)
})
