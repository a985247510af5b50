/** Compares all that each caller can read in a workspace with the naive rule. */
import assert from 'node:assert/strict'
import { keyOf } from './askers.ts'
import {
  editsNote,
  isMember,
  isPublished,
  type ModelWorkspace,
  readsAll,
  seesNote,
  seesRecording,
  type Viewer,
} from './sight-model.ts'
import type { World } from './world.ts'

export type View = { key: string; viewer: Viewer; status: number; headers: Record<string, string> }

/** Deleted things, which no caller may find. */
export type Gone = { notes: string[]; recordings: string[]; channels: string[] }

/**
 * @param keys  the keys of people who were added later
 * @throws {AssertionError} a caller sees too much or too little
 */
export async function compareSight(
  world: World,
  name: string,
  model: ModelWorkspace,
  { keys = new Map<string, string>(), gone = { notes: [], recordings: [], channels: [] } as Gone } = {},
): Promise<void> {
  await Promise.all(viewsOf(name, model, keys).map((view) => compareView(world, model, view, gone)))
}

/** Compares only the two lists of each caller, at a tenth of the cost. */
export async function compareLists(
  world: World,
  name: string,
  model: ModelWorkspace,
  keys: Map<string, string>,
): Promise<void> {
  await Promise.all(viewsOf(name, model, keys).map((view) => compareListsOf(world, model, view)))
}

/** Each person with their own key, the super admin on behalf of each person, and the super admin. */
export function viewsOf(name: string, model: ModelWorkspace, keys: Map<string, string>): View[] {
  const superAdmin = readsAll(model)
  const admin = keyOf(name, 'admin')
  const views = model.users.flatMap(({ id, active }) => {
    const viewer = { userId: id, superAdmin: false }
    const own = { key: keys.get(id) ?? keyOf(name, id), viewer, status: active ? 200 : 401, headers: {} }
    const impersonated = { key: admin, viewer, status: active ? 200 : 404, headers: { 'x-on-behalf-of': id } }
    return superAdmin ? [own, impersonated] : [own]
  })
  const status = model.users[0]!.active ? 200 : 401
  return [...views, { key: admin, viewer: { userId: 'u_0', superAdmin }, status, headers: {} }]
}

async function compareListsOf(world: World, model: ModelWorkspace, { key, viewer, status, headers }: View) {
  const who = `${key} as ${viewer.userId}`
  const listed = await world.post('/api/v1/notes', key, {}, { headers })
  assert.equal(listed.status, status, `${who} should find nothing, or something`)
  if (status !== 200) return null
  const notes = model.notes.filter((note) => seesNote(model, viewer, note))
  const recordings = model.recordings.filter((recording) => seesRecording(model, viewer, recording))
  const expected = newestFirst(notes).map((id) => [id, oldestFirst(recordings.filter(({ note }) => note === id))])
  const found = listed.body.data.map((note: { id: string; recording_ids: string[] }) => [note.id, note.recording_ids])
  assert.deepEqual(found, expected, `${who} should list notes`)
  const recaps = await world.post('/api/v1/recordings', key, {}, { headers })
  assert.deepEqual(recaps.body.data.map(idOf), newestFirst(recordings), `${who} should list recordings`)
  // The titles that are listed, and those of the model, which may be out of sight.
  const titles = [...listed.body.data, ...recaps.body.data].map(({ title }: { title: string }) => title)
  const query = [...new Set([...titles, ...model.notes.map(idOf), ...model.recordings.map(idOf)])].join(' ')
  // All is deleted: there are no words to search for.
  if (query === '') return { notes, recordings }
  const body = { query, filters: { kinds: ['title'] }, pagination: { page_size: 50 } }
  const hits = await world.post('/api/v1/search', key, body, { headers })
  assert.equal(hits.status, 200, hits.text)
  const titled = hits.body.data.map(
    (hit: { note_id: string; recording_id: string | null }) => hit.recording_id ?? hit.note_id,
  )
  const all = [...notes, ...recordings].map(idOf)
  assert.deepEqual(titled.sort(), all.sort(), `${who} should find titles`)
  return { notes, recordings }
}

async function compareView(world: World, model: ModelWorkspace, view: View, gone: Gone): Promise<void> {
  const seen = await compareListsOf(world, model, view)
  if (!seen) return
  const { notes, recordings } = seen
  const { key, viewer, headers } = view
  const who = `${key} as ${viewer.userId}`
  for (const id of [...model.notes.map(idOf), ...gone.notes]) {
    const answer = await world.get(`/api/v1/note/${id}`, key, { headers })
    assert.equal(answer.status, notes.some((note) => note.id === id) ? 200 : 404, `${who} should see ${id}`)
  }
  for (const note of model.notes) {
    // There is nothing to replace: an editor gets 422, and nothing is changed.
    const body = { find: 'is not there', content_native_markdown: '' }
    const answer = await world.post(`/api/v1/note/${note.id}/agenda/find-replace`, key, body, { headers })
    const right = editsNote(model, viewer.userId, note) ? 422 : 403
    assert.equal(answer.status, notes.includes(note) ? right : 404, `${who} should see ${note.id}, and edit it or not`)
  }
  for (const id of [...model.recordings.map(idOf), ...gone.recordings]) {
    const answer = await world.get(`/api/v1/recording/${id}`, key, { headers })
    assert.equal(answer.status, recordings.some((each) => each.id === id) ? 200 : 404, `${who} should see ${id}`)
  }
  for (const channel of [...model.channels.map(idOf), ...gone.channels]) {
    const exists = !gone.channels.includes(channel)
    const allowed = exists && (viewer.superAdmin || isMember(model, viewer.userId, channel))
    const noteOf = (recording: { note: string }) => model.notes.find(({ id }) => id === recording.note)!
    const publishedNotes = notes.filter((note) => isPublished(model, note, note.published_to, channel))
    const publishedRecordings = recordings.filter((each) =>
      isPublished(model, noteOf(each), each.published_to, channel),
    )
    const listed = async (path: string) => {
      const answer = await world.post(path, key, { filters: { channel_id: channel } }, { headers })
      return answer.status === 200 ? answer.body.data.map(idOf) : answer.status
    }
    const [seenNotes, seenRecordings] = [await listed('/api/v1/notes'), await listed('/api/v1/recordings')]
    assert.deepEqual(seenNotes, allowed ? newestFirst(publishedNotes) : 400, `${who} should list notes of ${channel}`)
    assert.deepEqual(
      seenRecordings,
      allowed ? newestFirst(publishedRecordings) : 400,
      `${who} should list recaps of ${channel}`,
    )
  }
}

type Dated = { id: string; created_at: string }

const idOf = ({ id }: { id: string }) => id

const oldestFirst = (things: Dated[]) =>
  things
    .map(({ id, created_at }) => `${created_at} ${id}`)
    .sort()
    .map((text) => text.split(' ')[1]!)

const newestFirst = (things: Dated[]) => oldestFirst(things).reverse()
