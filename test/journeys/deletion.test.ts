/** A meeting is forgotten for good: its note, its recap, what was told of it, and nothing of its neighbour's. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { keys } from '../support/acme.ts'
import { tracesOf } from '../support/every-row.ts'
import { type MediaWorld, openMediaWorld } from '../support/media-world.ts'

let here: MediaWorld
before(async () => {
  here = await openMediaWorld()
})
after(() => here[Symbol.asyncDispose]())

const word = 'quokka'
let recordingId: string
let noteId: string
let mediaPath: string

test('Bo records a call: it has a note, a transcript, media, and an item of his', async () => {
  recordingId = await here.processed({ title: `About the ${word}` })
  const recording = await here.recording(recordingId)
  noteId = recording.note_id
  const { pathname, search } = new URL(recording.media_url)
  mediaPath = `${pathname}${search}`
  const item = { text: `Feed the ${word}`, note_id: noteId, assignees: ['u_bo'] }
  assert.equal((await here.world.post('/api/v1/action_item', keys.bo, item)).status, 201)
  assert.equal((await here.world.get(mediaPath)).status, 200)
  assert.equal((await here.files()).length, 1)
})

test('Bo may not delete it permanently, Ada may', async () => {
  assert.equal((await here.world.delete(`/api/v1/note/${noteId}`, keys.bo)).status, 403)
  const answer = await here.world.delete(`/api/v1/note/${noteId}`, keys.ada)
  assert.deepEqual([answer.status, answer.body], [200, { note_id: noteId, deleted: true }])
})

test('nobody finds anything of it in any way', async () => {
  for (const key of [keys.ada, keys.bo]) {
    assert.equal((await here.world.get(`/api/v1/note/${noteId}`, key)).status, 404)
    assert.equal((await here.world.get(`/api/v1/recording/${recordingId}`, key)).status, 404)
    const filters = { title: word }
    assert.deepEqual((await here.world.post('/api/v1/notes', key, { filters })).body.data, [])
    assert.deepEqual((await here.world.post('/api/v1/recordings', key, { filters })).body.data, [])
  }
  assert.equal((await here.world.get(mediaPath)).status, 404)
})

test('no row has a word of it and no file is left', async () => {
  here.world.advance({ minutes: 10 })
  await here.world.settle()
  assert.deepEqual(await tracesOf(here.world.db, word), [])
  assert.deepEqual(await here.files(), [])
})

test('the log says who deleted it; the other meetings do not change', async () => {
  const filters = encodeURIComponent('{"action": "note.delete"}')
  const { data } = (await here.world.get(`/api/v1/audit_log?filters=${filters}`, keys.ada)).body
  assert.deepEqual([data[0].action, data[0].user_id], ['note.delete', 'u_ada'])
  assert.equal((await here.world.get('/api/v1/note/n_1', keys.bo)).status, 200)
  assert.equal((await here.world.get('/api/v1/recording/r_1', keys.ada)).status, 200)
})
