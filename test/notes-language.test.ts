/** In which language AI notes are written, and who says so (decision 71). */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { readConfig } from '../server/platform/context/config.ts'
import { acme, keys } from './support/acme.ts'
import { claim, notesOf } from './support/claims.ts'
import { type ModelWorld, openModelWorld } from './support/model-world.ts'

let here: ModelWorld
before(async () => {
  here = await openModelWorld({ NOTES_LANGUAGE: 'nl' })
})
after(() => here[Symbol.asyncDispose]())
beforeEach(async () => {
  await here.world.empty()
  await here.world.load(...acme())
  here.model.answered.length = 0
  here.say = () => notesOf(claim('The deck goes out.', 'The deck goes out on Friday'))
})

const weekly = 'evt1_20260105T090000Z'
const transcript = {
  language_code: 'en',
  speech_segments: [{ speaker: 'Ada', text: 'The deck goes out on Friday.', start_time: 0, end_time: 4 }],
}
const send = (method: string, path: string, body: object, key = keys.ada) =>
  here.world.request(method, path, { key, body })
const language = () => /Write in (.*)\.$/.exec(here.model.answered.at(-1)!.user)![1]

/** @returns the id of the recording, and the language that the model was asked to write in */
async function uploaded(given: object = {}, key = keys.bo) {
  const body = { title: 'Weekly', transcript, started_at: '2026-01-05T09:00:00Z', event_guid: weekly, ...given }
  const answer = await here.world.post('/api/v1/recordings/upload', key, body)
  assert.equal(answer.status, 201, answer.text)
  await here.world.settle()
  return { id: answer.body.recording_id as string, language: language() }
}

test('71: setting, workspace, person, template, rule and recap: each is nearer than those before', async () => {
  assert.equal((await uploaded()).language, 'Dutch')
  assert.equal((await send('PATCH', '/api/v1/workspace', { notes_language: 'DE' })).body.workspace.notes_language, 'de')
  assert.equal((await uploaded()).language, 'German')
  await send('PATCH', '/api/v1/me', { notes_language: 'it' }, keys.bo)
  assert.equal((await uploaded()).language, 'Italian', 'who uploads it')
  await send('PATCH', '/api/v1/user/u_ada', { notes_language: 'es' })
  assert.equal((await uploaded()).language, 'Spanish', 'who organizes it comes first')
  assert.equal((await uploaded({ event_guid: null })).language, 'Italian', 'a recording without a meeting')
  const templates = [{ name: 'All', is_default: true, notes_language: 'PT-br' }]
  const put = await send('PUT', '/api/v1/note_templates', { glossary: [], templates })
  assert.equal(put.body.note_templates.templates[0].notes_language, 'pt-BR')
  assert.equal((await uploaded()).language, 'Brazilian Portuguese')
  await send('POST', '/api/v1/rule', { name: 'French', match: {}, do: { notes_language: 'fr' } })
  const { id, language: byRule } = await uploaded()
  assert.equal(byRule, 'French')
  const anew = async (body: object) => {
    assert.equal((await send('POST', `/api/v1/recording/${id}/ai_notes`, body)).status, 202)
    await here.world.settle()
    return language()
  }
  assert.equal(await anew({ notes_language: 'pl' }), 'Polish')
  assert.equal(await anew({}), 'Polish', 'it stays that of the recap')
  assert.equal(await anew({ notes_language: 'spoken' }), 'English')
})

test('71: `spoken` of a person stands before the workspace’s language; null ends a wish', async () => {
  await send('PATCH', '/api/v1/workspace', { notes_language: 'de' })
  await send('PATCH', '/api/v1/me', { notes_language: 'spoken' })
  assert.equal((await uploaded()).language, 'English')
  const mine = async () => (await here.world.get('/api/v1/me', keys.ada)).body.user.notes_language
  assert.equal(await mine(), 'spoken')
  assert.equal((await send('PATCH', '/api/v1/me', {})).body.user.notes_language, 'spoken', 'absent: it stays')
  assert.equal((await send('PATCH', '/api/v1/me', { notes_language: null })).body.user.notes_language, null)
  assert.deepEqual([await mine(), (await uploaded()).language], [undefined, 'German'])
  await send('PATCH', '/api/v1/workspace', { notes_language: null })
  assert.equal((await uploaded()).language, 'Dutch')
})

test('71: a person who left has no wish', async () => {
  await send('PATCH', '/api/v1/user/u_bo', { notes_language: 'it' })
  const { id, language: before } = await uploaded()
  assert.equal(before, 'Italian')
  await send('PATCH', '/api/v1/user/u_bo', { active: false })
  assert.equal((await send('POST', `/api/v1/recording/${id}/ai_notes`, {})).status, 202)
  await here.world.settle()
  assert.equal(language(), 'Dutch')
})

test('71: another language that is wanted while the notes are written counts', async () => {
  const { id } = await uploaded()
  await send('POST', `/api/v1/recording/${id}/ai_notes`, { notes_language: 'fr' })
  const { engines } = here.world.base
  let asked = 0
  const write: typeof engines.noteWriter.write = async (...given) => {
    const notes = await engines.noteWriter.write(...given)
    if (asked++ === 0) await send('POST', `/api/v1/recording/${id}/ai_notes`, { notes_language: 'de' })
    return notes
  }
  here.world.base.engines = { ...engines, noteWriter: { ...engines.noteWriter, write } }
  await here.world.settle()
  here.world.base.engines = engines
  assert.deepEqual([language(), asked], ['German', 2])
})

test('71: the quotations stay in the original, and are checked word for word', async () => {
  here.say = () =>
    notesOf(
      claim('Die Folien gehen am Freitag raus.', 'The deck goes out on Friday'),
      claim('Erfunden.', 'Die Folien gehen'),
    )
  const { id } = await uploaded()
  const { ai_notes } = (await here.world.get(`/api/v1/recording/${id}`, keys.bo)).body.recording
  assert.deepEqual(
    [ai_notes.sections[0].content, ai_notes.sections[0].sentences[0].quote, ai_notes.usage.dropped],
    ['Die Folien gehen am Freitag raus.', 'The deck goes out on Friday.', 1],
  )
})

test('71: what is no language tag is a 400 that names the field', async () => {
  const { id } = await uploaded()
  const answers = [
    ['body.notes_language', await send('PATCH', '/api/v1/me', { notes_language: 'deutsch!' })],
    ['body.notes_language', await send('PATCH', '/api/v1/user/u_bo', { notes_language: 'x' })],
    ['body.notes_language', await send('PATCH', '/api/v1/workspace', { notes_language: '' })],
    ['body.notes_language', await send('PATCH', '/api/v1/workspace', { notes_language: 'a'.repeat(256) })],
    ['body.notes_language', await send('POST', `/api/v1/recording/${id}/ai_notes`, { notes_language: 'en_US!' })],
    [
      'body.templates[0].notes_language',
      await send('PUT', '/api/v1/note_templates', { glossary: [], templates: [{ name: 'A', notes_language: '1' }] }),
    ],
  ] as const
  for (const [location, { status, body }] of answers) {
    assert.equal(status, 400)
    assert(body.message.startsWith(`${location} `), body.message)
  }
})

test('71: only super admins change and see the wishes of others', async () => {
  assert.equal((await send('PATCH', '/api/v1/user/u_ada', { notes_language: 'fr' }, keys.bo)).status, 403)
  assert.equal((await send('PATCH', '/api/v1/workspace', { notes_language: 'fr' }, keys.bo)).status, 403)
  await send('PATCH', '/api/v1/me', { notes_language: 'fr' })
  const shownTo = async (key: string) => (await here.world.get('/api/v1/users', key)).body.data
  for (const person of await shownTo(keys.bo)) assert(!('notes_language' in person))
  assert.deepEqual(
    (await shownTo(keys.ada)).map(({ id, notes_language }: Record<string, unknown>) => [id, notes_language]).toSorted(),
    [
      ['u_ada', 'fr'],
      ['u_bo', null],
      ['u_cy', null],
    ],
  )
  const { data } = (await here.world.get('/api/v1/audit_log', keys.ada)).body
  const { details } = data.find(({ action }: { action: string }) => action === 'user.change')
  assert.deepEqual(details, { user_id: 'u_ada', before: { notes_language: null }, after: { notes_language: 'fr' } })
})

test('71: without a language model a recap has no other language, and says why', async () => {
  const { id } = await uploaded()
  const { engines } = here.world.base
  const { usesModel: _, ...noteWriter } = engines.noteWriter
  here.world.base.engines = { ...engines, noteWriter }
  try {
    const answer = await send('POST', `/api/v1/recording/${id}/ai_notes`, { notes_language: 'fr' })
    assert.deepEqual(
      [answer.status, answer.body.message],
      [422, 'No language model is set up here, and notes without one are in the language of the meeting'],
    )
    assert.equal((await send('POST', '/api/v1/recording/r_none/ai_notes', { notes_language: 'fr' })).status, 404)
    assert.equal((await send('POST', `/api/v1/recording/${id}/ai_notes`, { notes_language: 'spoken' })).status, 202)
    assert.equal((await send('POST', `/api/v1/recording/${id}/ai_notes`, {})).status, 202)
  } finally {
    here.world.base.engines = engines
  }
})

test('71: what names no language that somebody writes is refused wherever one is chosen', async () => {
  const { id } = await uploaded()
  const template = (notes_language: string) => ({ glossary: [], templates: [{ name: 'Board', notes_language }] })
  const rule = (notes_language: string) => ({ name: 'In French', match: {}, do: { notes_language } })
  for (const tag of ['und', 'mul', 'mis', 'zxx', 'UND-latn', 'qaa', 'en-x-a', 'deutsch!']) {
    const asked = [
      await send('PATCH', '/api/v1/me', { notes_language: tag }),
      await send('PATCH', '/api/v1/user/u_bo', { notes_language: tag }),
      await send('PATCH', '/api/v1/workspace', { notes_language: tag }),
      await send('POST', `/api/v1/recording/${id}/ai_notes`, { notes_language: tag }),
      await send('PUT', '/api/v1/note_templates', template(tag)),
      await send('POST', '/api/v1/rule', rule(tag)),
    ]
    for (const { status, body } of asked) {
      assert.equal(status, 400, tag)
      assert.match(body.message, /^[\w.[\]]*notes_language must be a language tag such as en or pt-BR$/)
    }
    const world = { id: 'ws_acme', subdomain: 'acme', name: 'Acme', notes_language: tag }
    await assert.rejects(here.world.load(world), { message: /notes_language: must be a language tag/ })
    assert.throws(() => readConfig({ NOTES_LANGUAGE: tag }), { message: /^NOTES_LANGUAGE must be a language tag/ })
  }
  const taken = [
    await send('PATCH', '/api/v1/me', { notes_language: 'spoken' }),
    await send('POST', '/api/v1/rule', rule('spoken')),
  ]
  assert.deepEqual(
    taken.map(({ status }) => status),
    [200, 201],
  )
})

test('71: an own export has the wish; a world refuses what is no tag', async () => {
  await send('PATCH', '/api/v1/me', { notes_language: 'fr' })
  const own = await here.world.get('/api/v1/user/u_ada/export', keys.ada)
  assert.equal(own.body.export.person.notes_language, 'fr')
  const workspace = { id: 'ws_acme', subdomain: 'acme', name: 'Acme' }
  const message = /notes_language.*must be a language tag/
  await assert.rejects(here.world.load({ ...workspace, notes_language: 'deutsch!' }), { message })
  await here.world.load({ ...workspace, notes_language: 'PT-br' })
  assert.equal((await here.world.get('/api/v1/workspace', keys.bo)).body.workspace.notes_language, 'pt-BR')
})
