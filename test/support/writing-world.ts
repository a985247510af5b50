/** A note with all kinds of access, another note, and a second workspace with the same ids. */
import assert from 'node:assert/strict'
import { sql } from 'kysely'
import { type Answer, openWorld } from './world.ts'

/** The secrets of all keys. */
export const keys = {
  /** Super admin, and an attendee. */
  ada: 'mb_write_ada',
  /** An attendee. */
  bo: 'mb_write_bo',
  /** The note was shared with them, to edit. */
  dee: 'mb_write_dee',
  /** The series was shared with them, to edit. */
  fay: 'mb_write_fay',
  /** The note was shared with them, to read. */
  eve: 'mb_write_eve',
  /** A member of the channel where it is published. */
  hal: 'mb_write_hal',
  /** Super admin who attended no meeting. */
  ivy: 'mb_write_ivy',
  /** Sees nothing. */
  gus: 'mb_write_gus',
  /** An attendee in the second workspace. */
  zoe: 'mb_write_zoe',
}

const people = ['ada', 'bo', 'dee', 'eve', 'fay', 'gus', 'hal', 'ivy']
const times = { created_at: '2026-01-05T08:00:00.000Z', updated_at: '2026-01-05T09:00:00.000Z' }

export const markup = (...lines: string[]) => ['::agenda{version=1}', '', ...lines].join('\n')

export const agenda = markup(
  '# Goals',
  '- A bullet',
  '  ::talking-point[Pricing]{#tp_1}',
  '::action-item[Send the deck]{#ai_1 assignees="u_ada u_bo" due=2026-01-09}',
  '::action-item[Call back]{#ai_2 assignees="u_cy"}',
)

const event = (guid: string, ...attendees: string[]) => ({
  guid,
  title: guid,
  start: '2026-01-05T09:00:00Z',
  end: '2026-01-05T09:30:00Z',
  attendees: attendees.map((name) => ({ email: `${name}@acme.test` })),
})

function acme() {
  return {
    id: 'ws_acme',
    subdomain: 'acme',
    name: 'Acme',
    plan: 'enterprise',
    users: [
      ...people.map((name) => ({
        id: `u_${name}`,
        email: `${name}@acme.test`,
        full_name: name,
        admin: name === 'ada' || name === 'ivy',
      })),
      { id: 'u_cy', email: 'cy@acme.test', full_name: 'cy', active: false },
    ],
    api_keys: people.map((name) => ({
      user: `u_${name}`,
      secret: keys[name as keyof typeof keys],
      super_admin: name === 'ada' || name === 'ivy',
    })),
    channels: [{ id: 'ch_eng', title: 'Engineering', members: ['u_hal'] }],
    series: [{ id: 'se_w', title: 'Weekly', shared_with: [{ user: 'u_fay', by: 'u_bo', can_edit: true }] }],
    events: [
      { ...event('evt_1', 'ada', 'bo', 'cy'), series: 'se_w' },
      { ...event('evt_free', 'Bo', 'guest'), series: 'se_w' },
      event('evt_others', 'gus'),
    ],
    notes: [
      {
        ...times,
        id: 'n_1',
        event: 'evt_1',
        created_by: 'u_ada',
        title: 'Weekly',
        agenda,
        shared_with: [
          { user: 'u_dee', by: 'u_ada', can_edit: true },
          { user: 'u_eve', by: 'u_ada' },
        ],
        published_to: [{ channel: 'ch_eng', by: 'u_bo' }],
      },
      { ...times, id: 'n_own', created_by: 'u_bo', title: 'Own', agenda: markup('::action-item[Own]{#ai_own}') },
      { ...times, id: 'n_hidden', created_by: 'u_gus', title: 'Hidden' },
    ],
    action_items: [
      {
        ...times,
        id: 'ai_1',
        note: 'n_1',
        text: 'Send the deck',
        assignees: ['u_ada', 'u_bo'],
        due_date: '2026-01-09',
      },
      { ...times, id: 'ai_2', note: 'n_1', text: 'Call back', assignees: ['u_cy'] },
      { ...times, id: 'ai_own', note: 'n_own', text: 'Own' },
    ],
  }
}

const zeta = () => ({
  id: 'ws_zeta',
  subdomain: 'zeta',
  name: 'Zeta',
  users: [{ id: 'u_zoe', email: 'zoe@zeta.test', full_name: 'Zoe' }],
  api_keys: [{ user: 'u_zoe', secret: keys.zoe }],
  notes: [{ ...times, id: 'n_1', created_by: 'u_zoe', title: 'Zeta', agenda: markup('::action-item[Zeta]{#ai_1}') }],
})

export type WritingWorld = Awaited<ReturnType<typeof openWritingWorld>>

export async function openWritingWorld(settings: Record<string, string> = {}) {
  const world = await openWorld(settings)
  /** A write of the agenda of `n_1`, or of another note; `action` is `/append` and the like. */
  const write = (body: unknown, { key = keys.bo, note = 'n_1', action = '', headers = {} } = {}): Promise<Answer> =>
    world.post(`/api/v1/note/${note}/agenda${action}`, key, body, { headers })
  return Object.assign(world, {
    /** Resets to the first state. */
    async reset() {
      await world.empty()
      await world.load(acme(), zeta())
    },
    write,
    /** Writes native markup and asserts success. @returns the new agenda */
    async put(content_native_markdown: string, more: Parameters<typeof write>[1] = {}): Promise<string> {
      const answer = await write({ content_native_markdown }, more)
      assert.equal(answer.status, 200, answer.text)
      return answer.body.agenda.content_native_markdown
    },
    note: async (id = 'n_1', key = keys.bo) => (await world.get(`/api/v1/note/${id}`, key)).body.note,
    etag: async (id = 'n_1', key = keys.bo) => (await world.get(`/api/v1/note/${id}`, key)).headers.etag!,
    item: async (id: string, key = keys.ada) => (await world.get(`/api/v1/action_item/${id}`, key)).body?.action_item,
    /** The decisions of a note, as they are stored. */
    decisions: (note = 'n_1') =>
      world.db
        .selectFrom('decisions')
        .select(['id', 'text', 'status', 'made_by', 'detected', 'created_at', 'updated_at'])
        .where('workspace_id', '=', 'ws_acme')
        .where('note_id', '=', note)
        .orderBy('id')
        .execute(),
    /** Every row that a write could change. */
    async rows(): Promise<object[]> {
      const tables = ['notes', 'action_items', 'action_item_assignees', 'action_item_holds'].concat([
        'decisions',
        'decision_successions',
        'sight',
        'messages',
      ])
      const found = tables.map((name) =>
        sql<object>`select to_jsonb(t) as row from ${sql.table(name)} t order by to_jsonb(t)::text`.execute(world.db),
      )
      return (await Promise.all(found)).map(({ rows }) => rows)
    },
  })
}
