/** Spec 2.1: over random worlds the API shows everyone exactly what a second, naive formulation of the rule says. */
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import fc from 'fast-check'
import { sql } from 'kysely'
import { randomWorkspace, withOtherAddresses } from './random-world.ts'
import { isMember, isPublished, type ModelWorkspace, seesNote, seesRecording, type Viewer } from './sight-model.ts'
import { openWorld, type World } from './world.ts'

const seed = 20_260_110
const worlds = Number(process.env.WORLDS ?? 2_000)
// Each run looks at two neighbouring workspaces, then writes two others over them and looks again.
const worldsInARun = 4

test('2.1: no difference between the API and the naive rule', async () => {
  await using world = await openWorld()
  await fc.assert(sightHolds(world), { numRuns: worlds / worldsInARun, seed })
})

const migration = await readFile(new URL('../migrations/0002_sight.sql', import.meta.url), 'utf8')

const breakages: [name: string, view: string, right: string, wrong: string][] = [
  ['anyone may share and publish a note', 'note_readers', 'and maker.user_id = door.by_user_id', ''],
  ['nobody but the creator may', 'note_readers', 'note.created_by = door.by_user_id', 'false'],
  ['anyone may share a series', 'valid_series_shares', 'and person.user_id = share.by_user_id', ''],
  ['a creator attends every event', 'note_attendees', 'where note.event_guid is null and', 'where'],
  ['an address is looked up in every workspace', 'event_people', 'person.workspace_id = attendee.workspace_id and', ''],
  ['members of another workspace see it', 'note_doors', 'member.workspace_id = publication.workspace_id', 'true'],
  ['anyone may share and publish a recap', 'recording_readers', 'and maker.user_id = door.by_user_id', ''],
  ['members of any channel see it', 'recording_doors', 'and member.channel_id = publication.channel_id', ''],
]

for (const [name, view, right, wrong] of breakages) {
  test(`a broken rule is caught: ${name}`, async () => {
    await using world = await openWorld()
    const start = migration.indexOf(`create view ${view} as`)
    const statement = migration.slice(start, migration.indexOf(';', start))
    assert(statement.includes(right), 'the rule has changed; change its breakage too')
    await sql.raw(statement.replace('create view', 'create or replace view').replace(right, wrong)).execute(world.db)
    await assert.rejects(
      fc.assert(sightHolds(world), { numRuns: 100, seed, endOnFailure: true }),
      /should (see|list|find)|Property failed/,
    )
  })
}

let runs = 0

/** The property: two workspaces side by side, each then written over by another. */
function sightHolds(world: World) {
  return fc.asyncProperty(
    fc.array(randomWorkspace, { minLength: worldsInARun, maxLength: worldsInARun }),
    async (models) => {
      runs += 1
      for (const [here, there] of [models.slice(0, 2), models.slice(2)]) {
        const pair = [
          { name: `a${runs}`, model: here! },
          { name: `b${runs}`, model: withOtherAddresses(there!) },
        ]
        await world.load(...pair.map(({ name, model }) => written(name, model)))
        for (const { name, model } of pair) await compare(world, name, model)
      }
    },
  )
}

const keyOf = (name: string, userId: string) => `mb_${name}_${userId}`

function written(name: string, model: ModelWorkspace) {
  const keys = model.users.map(({ id }) => ({ id: `k_${id}`, user: id, name: id, secret: keyOf(name, id) }))
  const admin = { id: 'k_admin', user: 'u_0', name: 'admin', secret: keyOf(name, 'admin'), super_admin: true }
  return { id: `ws_${name}`, subdomain: name, name, ...model, api_keys: [...keys, admin] }
}

async function compare(world: World, name: string, model: ModelWorkspace): Promise<void> {
  const superAdmin = model.plan === 'enterprise'
  const admin = keyOf(name, 'admin')
  const views = model.users.flatMap(({ id, active }) => {
    const viewer = { userId: id, superAdmin: false }
    const own = { key: keyOf(name, id), viewer, status: active ? 200 : 401, headers: {} }
    const impersonated = { key: admin, viewer, status: active ? 200 : 404, headers: { 'x-on-behalf-of': id } }
    return superAdmin ? [own, impersonated] : [own]
  })
  views.push({ key: admin, viewer: { userId: 'u_0', superAdmin }, status: 200, headers: {} })
  await Promise.all(views.map((view) => compareView(world, model, view)))
}

type View = { key: string; viewer: Viewer; status: number; headers: Record<string, string> }

async function compareView(world: World, model: ModelWorkspace, { key, viewer, status, headers }: View): Promise<void> {
  const who = `${key} as ${viewer.userId}`
  if (status !== 200) {
    assert.equal((await world.post('/api/v1/notes', key, {}, { headers })).status, status, `${who} should find nothing`)
    return
  }
  const notes = model.notes.filter((note) => seesNote(model, viewer, note))
  const recordings = model.recordings.filter((recording) => seesRecording(model, viewer, recording))
  const idsOf = async (path: string, body: object = {}) => {
    const answer = await world.post(path, key, body, { headers })
    return answer.status === 200 ? answer.body.data.map((item: { id: string }) => item.id) : answer.status
  }

  const listed = await world.post('/api/v1/notes', key, {}, { headers })
  const expected = newestFirst(notes).map((id) => [id, oldestFirst(recordings.filter(({ note }) => note === id))])
  const found = listed.body.data.map((note: { id: string; recording_ids: string[] }) => [note.id, note.recording_ids])
  assert.deepEqual(found, expected, `${who} should list notes`)
  assert.deepEqual(await idsOf('/api/v1/recordings'), newestFirst(recordings), `${who} should list recordings`)

  for (const { id } of model.notes) {
    const answer = await world.get(`/api/v1/note/${id}`, key, { headers })
    assert.equal(answer.status, notes.some((note) => note.id === id) ? 200 : 404, `${who} should see ${id}`)
  }
  for (const { id } of model.recordings) {
    const answer = await world.get(`/api/v1/recording/${id}`, key, { headers })
    assert.equal(answer.status, recordings.some((each) => each.id === id) ? 200 : 404, `${who} should see ${id}`)
  }
  for (const { id: channel } of model.channels) {
    const allowed = viewer.superAdmin || isMember(model, viewer.userId, channel)
    const noteOf = (recording: { note: string }) => model.notes.find(({ id }) => id === recording.note)!
    const publishedNotes = notes.filter((note) => isPublished(model, note, note.published_to, channel))
    const publishedRecordings = recordings.filter((each) =>
      isPublished(model, noteOf(each), each.published_to, channel),
    )
    const body = { filters: { channel_id: channel } }
    const [seenNotes, seenRecordings] = [await idsOf('/api/v1/notes', body), await idsOf('/api/v1/recordings', body)]
    assert.deepEqual(seenNotes, allowed ? newestFirst(publishedNotes) : 400, `${who} should list notes of ${channel}`)
    assert.deepEqual(
      seenRecordings,
      allowed ? newestFirst(publishedRecordings) : 400,
      `${who} should list recaps of ${channel}`,
    )
  }
}

type Dated = { id: string; created_at: string }

const oldestFirst = (things: Dated[]) =>
  things
    .map(({ id, created_at }) => `${created_at} ${id}`)
    .sort()
    .map((text) => text.split(' ')[1]!)

const newestFirst = (things: Dated[]) => oldestFirst(things).reverse()
