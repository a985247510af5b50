/** What is proposed for the glossary: words that people wrote again and again, in recaps that the caller sees (decision 66). */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { acme, type CorrectionsWorld, keys, openCorrectionsWorld } from './support/corrections-world.ts'

const said = (texts: string[]) => ({
  speech_segments: texts.map((text, at) => ({ speaker: 'Bo', text, start_time: at, end_time: at + 1 })),
})

let world: CorrectionsWorld
before(async () => {
  world = await openCorrectionsWorld()
})
after(() => world[Symbol.asyncDispose]())
/** Gus sees r_gus alone; Bo and Eve see r_1, and not r_gus. */
beforeEach(() =>
  world.reset((workspace) => {
    const [recording] = acme().recordings
    const own = { ...workspace.notes[0]!, id: 'n_gus', event: null, created_by: 'u_gus', shared_with: [] }
    const texts = ['Is plus works here?', 'The plus works, then.', 'Who is plaster works?', 'Yes.']
    return {
      ...workspace,
      notes: [...workspace.notes, own],
      recordings: [
        { ...recording, transcript: said(texts) },
        { ...recording, id: 'r_gus', note: 'n_gus', started_by: 'u_gus', shared_with: [], transcript: said(texts) },
      ],
    }
  }),
)

const suggestions = async (key: string) => {
  const { status, body, text } = await world.get('/api/v1/glossary/suggestions', key)
  assert.equal(status, 200, text)
  return body.suggestions
}
const write = (index: number, text: string, more = {}) => world.put({ segments: [{ index, text }] }, more)

test('what was written once is not proposed, twice it is, with what was heard; a term of the glossary is not', async () => {
  await write(0, 'Is Plastworks here?')
  assert.deepEqual(await suggestions(keys.bo), [])
  await write(1, 'The Plastworks, then.')
  assert.deepEqual(await suggestions(keys.bo), [{ term: 'Plastworks', sounds_like: ['plus works'], times: 2 }])
  await write(2, 'Who is Plastworks?')
  assert.deepEqual(await suggestions(keys.bo), [
    { term: 'Plastworks', sounds_like: ['plus works', 'plaster works'], times: 3 },
  ])
  const put = (terms: object[]) => world.request('PUT', '/api/v1/glossary', { key: keys.ada, body: { terms } })
  await put([{ term: 'plastworks' }])
  assert.deepEqual(await suggestions(keys.bo), [])
  await put([])
  assert.equal((await suggestions(keys.bo)).length, 1)
})

test('nobody learns of words from recaps that they do not see, nor from two of which they see one', async () => {
  await write(0, 'Is Plastworks here?')
  await write(0, 'Is Plastworks here?', { key: keys.gus, id: 'r_gus' })
  const both = [{ term: 'Plastworks', sounds_like: ['plus works'], times: 2 }]
  for (const key of [keys.bo, keys.dee, keys.eve, keys.gus, keys.zoe]) assert.deepEqual(await suggestions(key), [])
  assert.deepEqual(await suggestions(keys.ada), both, 'a super admin sees all of the workspace')
  await write(1, 'The Plastworks, then.', { key: keys.gus, id: 'r_gus' })
  assert.deepEqual(await suggestions(keys.gus), both)
  for (const key of [keys.bo, keys.eve, keys.zoe]) assert.deepEqual(await suggestions(key), [])
})

test('what is no spelling is not proposed: common words, sentences said anew, words only added or removed', async () => {
  await write(0, 'Is this here?')
  await write(1, 'The this, then.')
  await write(0, 'Nobody knows which Zbigniew of the five there are')
  await write(1, 'Nobody knows which Zbigniew of the five there are')
  await write(3, 'Yes. Zbigniew Kowalski')
  await write(2, 'Who is plaster works? Zbigniew Kowalski')
  assert.deepEqual(await suggestions(keys.bo), [])
})

test('what is quoted of a deleted transcript is gone from here too', async () => {
  await write(0, 'Is Plastworks here?')
  await write(1, 'The Plastworks, then.')
  assert.equal((await suggestions(keys.bo)).length, 1)
  await world.db
    .updateTable('recordings')
    .set({ transcript: null })
    .where('workspace_id', '=', 'ws_acme')
    .where('id', '=', 'r_1')
    .execute()
  assert.deepEqual(await suggestions(keys.bo), [])
})
