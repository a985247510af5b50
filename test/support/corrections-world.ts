/** A world for tests of corrections: a meeting of Ada and Bo with a transcript, AI notes and items, and people around it. */
import assert from 'node:assert/strict'
import type { AiNoteChange } from '../../server/platform/postgres/column-types.ts'
import { type Answer, openWorld } from './world.ts'

/** Ada attends and is a super admin, Bo attends, Dee may edit the note, Eve sees the recap alone, Gus is an outsider. */
export const names = ['ada', 'bo', 'dee', 'eve', 'gus', 'ivy'] as const
type Name = (typeof names)[number]

export const keys = Object.fromEntries(names.map((name) => [name, `mb_${name}_0123456789`])) as Record<Name, string> & {
  zoe: string
}
keys.zoe = 'mb_zoe_0123456789'

const times = { created_at: '2026-01-05T09:31:00.000Z', updated_at: '2026-01-05T09:40:00.000Z' }
const emailOf = (name: string) => `${name}@acme.test`

export const markdown = [
  '## Summary\n\nSpeaker 1 and Bo Lindqvist talked about the deck. Bo asked.',
  '## Action items\n\n- [00:00:04] Send the deck (Ada Moreau)\n- [00:00:08] Speaker 1 calls the printer',
].join('\n\n')

const segment = (speaker: string, text: string, start_time: number) => {
  return { speaker, text, start_time, end_time: start_time + 3.5 }
}

export const transcript = () => ({
  language_code: 'en',
  speech_segments: [
    segment('Speaker 1', 'Good morning.', 0),
    segment('Bo Lindqvist', 'Who sends the quarterly deck?', 4),
    segment('Speaker 1', 'I will call the printer by Friday.', 8),
    segment('Bo', 'Fine.', 12),
  ],
})

export const acme = () => ({
  id: 'ws_acme',
  subdomain: 'acme',
  name: 'Acme',
  plan: 'enterprise',
  users: names.map((name) => ({
    id: `u_${name}`,
    email: emailOf(name),
    admin: name === 'ada' || name === 'ivy',
    full_name: { ada: 'Ada Moreau', bo: 'Bo Lindqvist' }[name as string] ?? name,
  })),
  api_keys: names.map((name) => ({
    id: `k_${name}`,
    user: `u_${name}`,
    secret: keys[name],
    super_admin: name === 'ada' || name === 'ivy',
  })),
  events: [
    {
      guid: 'evt_1',
      title: 'Weekly',
      start: '2026-01-05T09:00:00Z',
      end: '2026-01-05T09:30:00Z',
      attendees: ['ada', 'bo'].map((name) => ({ email: emailOf(name), name })),
    },
  ],
  notes: [
    {
      ...times,
      id: 'n_1',
      event: 'evt_1',
      created_by: 'u_ada',
      title: 'Weekly',
      shared_with: [{ user: 'u_dee', by: 'u_ada', can_edit: true }],
    },
  ],
  recordings: [
    {
      ...times,
      id: 'r_1',
      note: 'n_1',
      title: 'Weekly',
      started_at: '2026-01-05T09:00:00Z',
      started_by: 'u_ada',
      transcript: transcript(),
      ai_notes: { markdown, sections: sections(), generated_by: 'a model' },
      participants: [
        { name: 'Speaker 1', email: 'guest@elsewhere.test' },
        { name: 'Bo', email: '' },
      ],
      shared_with: [
        { user: 'u_dee', by: 'u_ada' },
        { user: 'u_eve', by: 'u_ada' },
      ],
    },
  ],
  action_items: [
    item('ai_given', 'Speaker 1 sends the deck', { assignees: ['u_ada'] }),
    item('ai_open', 'Speaker 1 calls the printer', { recording_offset: 8 }),
    item('ai_own', 'Speaker 1, by hand', { ai_generated: false }),
    item('ai_none', 'Speaker 11 rests'),
  ],
})

function sections() {
  return [
    { title: 'Summary', content: 'Speaker 1 and Bo Lindqvist talked about the deck. Bo asked.' },
    {
      title: 'Action items',
      items: [
        { text: 'Send the deck', timestamp: 4, assignees: ['u_ada'] },
        { text: 'Speaker 1 calls the printer', timestamp: 8, assignees: [] as string[] },
      ],
    },
  ]
}

function item(id: string, text: string, more: object = {}) {
  return { ...times, id, note: 'n_1', text, ai_generated: true, ...more }
}

const zeta = () => ({
  id: 'ws_zeta',
  subdomain: 'zeta',
  name: 'Zeta',
  plan: 'enterprise',
  users: [{ id: 'u_zoe', email: 'zoe@zeta.test', full_name: 'Zoe', admin: true }],
  api_keys: [{ user: 'u_zoe', secret: keys.zoe, super_admin: true }],
})

export type CorrectionsWorld = Awaited<ReturnType<typeof openCorrectionsWorld>>

export async function openCorrectionsWorld(settings: Record<string, string> = {}) {
  const world = await openWorld(settings)
  const path = (id: string) => `/api/v1/recording/${id}`
  const correct = (body: unknown, { key = keys.bo, id = 'r_1', headers = {} } = {}): Promise<Answer> =>
    world.patch(path(id), key, body, { headers })
  const history = async (query = '', { key = keys.bo, id = 'r_1' } = {}) =>
    world.get(`${path(id)}/history${query}`, key)
  return Object.assign(world, {
    async reset(change: (workspace: ReturnType<typeof acme>) => object = (workspace) => workspace) {
      await world.empty()
      await world.load(change(acme()), zeta())
    },
    correct,
    history,
    /** Corrects and asserts success. @returns the recording */
    async put(body: unknown, more: Parameters<typeof correct>[1] = {}) {
      const answer = await correct(body, more)
      assert.equal(answer.status, 200, answer.text)
      return answer.body.recording
    },
    get: world.get,
    read: async (id = 'r_1', key = keys.bo) => (await world.get(path(id), key)).body.recording,
    etag: async (id = 'r_1', key = keys.bo) => (await world.get(path(id), key)).headers.etag!,
    speakers: async (id = 'r_1') => {
      const { speech_segments } = (await world.get(path(id), keys.bo)).body.recording.transcript
      return speech_segments.map(({ speaker }: { speaker: string }) => speaker)
    },
    items: async () => {
      const { data } = (await world.post('/api/v1/action_items', keys.ada, {})).body
      return Object.fromEntries(data.map(({ id, text }: { id: string; text: string }) => [id, text]))
    },
    changes: async (): Promise<AiNoteChange[]> =>
      (await history()).body.data.map(({ change }: { change: AiNoteChange }) => change),
  })
}
