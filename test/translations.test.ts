/** AI notes in another language, beside the first (decision 71). */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { after, before, beforeEach, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { maxTranslations } from '../server/making/translations/schemas.ts'
import { acme, keys } from './support/acme.ts'
import { claim, notesOf } from './support/claims.ts'
import { sharersOf } from './support/jobs.ts'
import type { Sent } from './support/llm-server.ts'
import { type ModelWorld, openModelWorld } from './support/model-world.ts'

let here: ModelWorld
before(async () => {
  here = await openModelWorld({ UPLOAD_RETRY_DELAYS_SECONDS: '5', LLM_TOKENS_PER_MONTH: '1000000' })
})
after(() => here[Symbol.asyncDispose]())
beforeEach(async () => {
  await here.world.empty()
  await here.world.load(...acme())
  here.model.answered.length = 0
  here.model.faults.length = 0
  here.say = say
})

const notes = notesOf(
  claim('The deck goes out.', 'The deck goes out on Friday'),
  claim('Bo prints it.', 'I will print it', 1),
)
const isTranslation = ({ user }: Sent) => /Translate the/.test(user)
const textsIn = ({ user }: Sent): string[] => JSON.parse(/<material>\n(.*)\n<\/material>/s.exec(user)![1]!)
const say = (sent: Sent): unknown =>
  isTranslation(sent) ? { texts: textsIn(sent).map((text) => `fr: ${text}`) } : notes

const transcript = {
  language_code: 'en',
  speech_segments: [
    { speaker: 'Ada Moreau', text: 'The deck goes out on Friday.', start_time: 0, end_time: 4 },
    { speaker: 'Bo Lindqvist', text: 'I will print it.', start_time: 4, end_time: 9 },
  ],
}

async function uploaded(given: object = {}, key = keys.bo): Promise<string> {
  const body = { title: 'Call', transcript, started_at: '2026-01-05T09:00:00Z', ...given }
  const answer = await here.world.post('/api/v1/recordings/upload', key, body)
  await here.world.settle()
  return answer.body.recording_id
}
const ask = (id: string, notes_language = 'fr', key = keys.bo) =>
  here.world.post(`/api/v1/recording/${id}/translation`, key, { notes_language })
const list = async (id: string, key = keys.bo) =>
  (await here.world.get(`/api/v1/recording/${id}/translations`, key)).body.translations
const recap = async (id: string) => (await here.world.get(`/api/v1/recording/${id}`, keys.bo)).body.recording

/** @returns the id of a recording whose notes are there in French too */
async function translated(given: object = {}): Promise<string> {
  const id = await uploaded(given)
  assert.equal((await ask(id)).status, 202)
  await here.world.settle()
  return id
}

test('71: a second version stands beside the first: other words, the same quotations, times and people', async () => {
  const id = await uploaded()
  const { updated_at, ai_notes } = await recap(id)
  assert.deepEqual(await list(id), [])
  const asked = await ask(id, 'FR-ca')
  const writing = { failure_reason: null, generated_by: null, written_at: null, sections: null }
  assert.deepEqual(
    [asked.status, asked.body.translation],
    [202, { notes_language: 'fr-CA', status: 'writing', ...writing }],
  )
  await here.world.settle()
  const [{ sections, ...facts }] = await list(id)
  assert.deepEqual(facts, {
    notes_language: 'fr-CA',
    status: 'written',
    failure_reason: null,
    generated_by: 'm-1',
    written_at: here.world.base.clock().toISOString(),
  })
  const [{ title, content, sentences }] = sections
  assert.deepEqual([title, content], ['Summary', 'fr: The deck goes out. fr: Bo prints it.'])
  assert.deepEqual(
    sentences,
    ai_notes.sections[0].sentences.map((each: { text: string }) => ({ ...each, text: `fr: ${each.text}` })),
  )
  assert.equal(sentences[0].quote, 'The deck goes out on Friday.')
  assert.deepEqual(await recap(id).then(({ updated_at, ai_notes }) => [updated_at, ai_notes]), [updated_at, ai_notes])
  assert.match(here.model.answered.at(-1)!.user, /into Canadian French\.$/)
})

test('71: asking again changes nothing; each language has its own version', async () => {
  const id = await translated()
  const requests = here.model.answered.length
  assert.equal((await ask(id)).body.translation.status, 'written')
  await here.world.settle()
  assert.equal(here.model.answered.length, requests)
  await Promise.all([ask(id, 'de'), ask(id, 'de')])
  await here.world.settle()
  assert.deepEqual(
    (await list(id)).map((each: Record<string, string>) => each.notes_language),
    ['de', 'fr'],
  )
  assert.equal(here.model.answered.length, requests + 1)
})

test('71: who sees the notes sees them in each language and may ask for one; nobody else learns of either', async () => {
  const id = await translated()
  assert.equal((await list(id, keys.ada)).length, 1, 'a super admin')
  for (const key of [keys.adaRegular, keys.zoe]) {
    assert.equal((await here.world.get(`/api/v1/recording/${id}/translations`, key)).status, 404)
    assert.equal((await ask(id, 'fr', key)).status, 404)
  }
  await here.world.post(`/api/v1/recording/${id}/share`, keys.bo, { user: 'u_ada' })
  assert.equal((await ask(id, 'de', keys.adaRegular)).status, 202, 'without the right to edit')
})

test('71: notes that get other words have no translation; those whose quotations go keep theirs', async () => {
  const id = await translated()
  await here.world.patch(`/api/v1/recording/${id}`, keys.bo, { title: 'Renamed' })
  assert.equal((await list(id)).length, 1, 'a title is no part of the notes')
  await here.world.patch('/api/v1/workspace', keys.ada, { retention: 'zero_day' })
  await here.world.settle()
  const [{ sections }] = await list(id)
  assert.deepEqual(
    [sections[0].content, sections[0].sentences[0].quote],
    ['fr: The deck goes out. fr: Bo prints it.', null],
  )
  const edit = { ai_notes: { markdown: '## Summary\n\nBy hand.' } }
  assert.equal((await here.world.patch(`/api/v1/recording/${id}`, keys.bo, edit)).status, 200)
  assert.deepEqual(await list(id), [])
  assert.equal((await here.world.db.selectFrom('notes_translations').selectAll().execute()).length, 0)
})

test('71: notes that are written again take the translation with them, and one under way is of the new ones', async () => {
  const id = await translated()
  here.say = (sent) =>
    isTranslation(sent) ? say(sent) : notesOf(claim('It goes out soon.', 'The deck goes out on Friday'))
  await here.world.post(`/api/v1/recording/${id}/ai_notes`, keys.bo, {})
  await here.world.settle()
  assert.deepEqual(await list(id), [])
  await ask(id)
  const { engines } = here.world.base
  const { findModel } = engines
  const edit = { ai_notes: { markdown: '## Summary\n\nBy hand.' } }
  let edited = 0
  here.world.base.engines.findModel = async () => {
    const model = (await findModel())!
    return {
      ...model,
      async chat(...given) {
        const reply = await model.chat(...given)
        if (edited++ === 0) await here.world.patch(`/api/v1/recording/${id}`, keys.bo, edit)
        return reply
      },
    }
  }
  await here.world.settle()
  here.world.base.engines.findModel = findModel
  assert.deepEqual([edited, (await list(id))[0].sections[0].content], [2, 'fr: By hand.'])
})

test('71: one that another worker has written meanwhile is not written on, though another language waits', async () => {
  const id = await uploaded()
  await ask(id)
  const { engines } = here.world.base
  const { findModel } = engines
  let ended = ''
  engines.findModel = async () => ({
    ...(await findModel())!,
    async chat(_, { signal }) {
      await here.world.db.updateTable('notes_translations').set({ status: 'written' }).execute()
      await ask(id, 'de')
      await sql`delete from pgboss.job where name = 'translate-ai-notes' and state = 'created'`.execute(here.world.db)
      ended = await Promise.race([once(signal, 'abort').then(() => 'aborted'), pause(5_000, 'still at work')])
      throw signal.reason ?? new Error(ended)
    },
  })
  await here.world.settle()
  engines.findModel = findModel
  assert.equal(ended, 'aborted')
  const rows = await here.world.db.selectFrom('notes_translations').select(['language', 'status', 'failures']).execute()
  assert.deepEqual(
    rows.find(({ language }) => language === 'fr'),
    { language: 'fr', status: 'written', failures: 0 },
  )
})

test('71: a translation goes with its recording', async () => {
  const id = await translated()
  assert.equal((await here.world.delete(`/api/v1/recording/${id}`, keys.ada)).status, 200)
  assert.deepEqual(await here.world.db.selectFrom('notes_translations').selectAll().execute(), [])
})

test('71: an erased person stands in no translation', async () => {
  const id = await translated()
  assert.match(JSON.stringify(await list(id)), /Bo/)
  const { status } = await here.world.delete('/api/v1/user/u_bo', keys.ada)
  assert(status === 202 || status === 200, String(status))
  await here.world.settle()
  assert.doesNotMatch(
    JSON.stringify(await here.world.db.selectFrom('notes_translations').selectAll().execute()),
    /Bo prints/,
  )
})

test('71: a model that is away is asked again; one that answers nonsense fails, and may be asked once more', async () => {
  const id = await uploaded()
  here.model.faults.push({ status: 503, body: {} }, { status: 503, body: {} })
  await ask(id)
  await here.world.settle()
  assert.equal((await list(id))[0].status, 'writing')
  assert.deepEqual(await sharersOf(here.world.db, 'translate-ai-notes'), ['ws_acme'])
  here.world.advance({ seconds: 5 })
  await here.world.settle()
  assert.equal((await list(id))[0].status, 'written')
  here.model.faults.push({ status: 503, headers: { 'retry-after': '600' }, body: {} })
  await ask(id, 'es')
  await here.world.settle()
  for (const [seconds, status] of [
    [599, 'writing'],
    [1, 'written'],
  ] as const) {
    here.world.advance({ seconds })
    await here.world.settle()
    assert.equal((await list(id))[0].status, status, 'not before the time that the model asks for')
  }
  here.say = (sent) => (isTranslation(sent) ? 'Sorry!' : notes)
  await ask(id, 'de')
  await here.world.settle()
  const failed = (await list(id)).find((each: Record<string, string>) => each.notes_language === 'de')
  assert.deepEqual(
    [failed.status, failed.failure_reason, failed.sections],
    ['failed', 'The language model did not answer in the form asked for', null],
  )
  here.say = say
  assert.equal((await ask(id, 'de')).body.translation.status, 'writing')
  await here.world.settle()
  assert.equal((await list(id))[0].status, 'written')
})

test('71: one whose job is lost may be asked for again after two days', async () => {
  const id = await uploaded()
  const loseJobs = () => sql`delete from pgboss.job where name = 'translate-ai-notes'`.execute(here.world.db)
  await ask(id)
  await loseJobs()
  here.world.advance({ seconds: 2 * 86_400 })
  await ask(id)
  await here.world.settle()
  assert.equal((await list(id))[0].status, 'writing')
  here.world.advance({ seconds: 1 })
  await ask(id)
  await here.world.settle()
  assert.equal((await list(id))[0].status, 'written')
})

test('71: its tokens count against the budget of the workspace, and without any left it fails', async () => {
  const id = await translated()
  const used = async () => (await here.world.get('/api/v1/workspace', keys.ada)).body.usage.llm_tokens_this_month
  const before = await used()
  assert(before > 0)
  await here.world.db.updateTable('model_use').set({ tokens: 1_000_000 }).execute()
  await ask(id, 'de')
  await here.world.settle()
  const [{ status, failure_reason }] = await list(id)
  assert.deepEqual(
    [status, failure_reason],
    ['failed', 'The workspace has used the tokens that its language model has for this month'],
  )
})

test('71: no tag, no notes, no model, one too many', async () => {
  const id = await uploaded()
  for (const tag of ['spoken', 'x', 'deutsch!', 'und', 'mul', 'zxx', 'und-Latn', 'qaa', 'en-x-a']) {
    const { status, body } = await ask(id, tag)
    assert.deepEqual([status, body.message], [400, 'body.notes_language must be a language tag such as en or pt-BR'])
  }
  assert.equal((await ask('r_none')).status, 404)
  const tags = ['fr', 'en', 'es', 'it', 'pt', 'pt-BR', 'zh-Hant-TW', 'nl', 'pl', 'sv']
  assert.equal(tags.length, maxTranslations)
  for (const tag of tags) assert.equal((await ask(id, tag)).body.translation.notes_language, tag)
  assert.equal((await ask(id, 'de')).status, 409)
  assert.equal((await ask(id, 'fr-u-co-phonebk')).body.translation.notes_language, 'fr', 'one that is there already')
  const set = (tag: string, change: object) =>
    here.world.db.updateTable('notes_translations').set(change).where('language', '=', tag).execute()
  await set('fr', { status: 'failed' })
  await set('pl', { status: 'failed', requested_at: new Date(0) })
  assert.equal((await ask(id, 'de')).status, 202)
  const left = (await list(id)).map((each: Record<string, string>) => each.notes_language)
  assert.deepEqual([left.length, left.includes('fr'), left.includes('pl')], [maxTranslations, true, false])
  await here.world.db.updateTable('recordings').set({ ai_notes: null }).where('id', '=', id).execute()
  assert.deepEqual([(await ask(id)).status, (await ask(id)).body.message], [404, 'AI notes not found'])
})
