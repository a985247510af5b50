/** Random changes of what things say, through the API; anyone who may not make one is refused. */
import fc from 'fast-check'
import { keyOf } from './askers.ts'
import { attendeesOfNote, type ModelWorkspace } from './sight-model.ts'
import type { World } from './world.ts'

export type Edit = { actor: string; action: 'edit'; what: What }

type What =
  | { kind: 'write' | 'append'; note: string; text: string }
  | { kind: 'rename note'; note: string; text: string }
  | { kind: 'rename recording'; recording: string; text: string }
  | { kind: 'new item'; note: string | null; text: string; assignees: string[] }
  | { kind: 'change item'; at: number; body: object }
  | { kind: 'complete' | 'archive'; at: number; done: boolean }
  | { kind: 'new decision'; note: string; recording: string | null; text: string; at: number | null }
  | { kind: 'change decision'; at: number; body: object; replaces: number | null }
  | { kind: 'delete decision'; at: number }
  | { kind: 'rename person'; user: string; text: string }
  | { kind: 'upload'; event: string | null; text: string }
  | { kind: 'retention'; retention: string }

const user = fc.constantFrom('u_0', 'u_1', 'u_2', 'u_3')
const note = fc.constantFrom('n_0', 'n_1', 'n_2', 'n_3')
const text = fc.constantFrom('Budget', 'Launch', 'Hiring')
const people = fc.subarray(['u_0', 'u_1', 'u_2', 'u_3'], { maxLength: 2 })
const item = fc
  .tuple(text, people)
  .map(([text, people]) => `::action-item[${text}]{${people.length > 0 ? `assignees="${people.join(' ')}"` : ''}}`)
const agenda = fc
  .tuple(text, fc.array(item, { maxLength: 3 }))
  .map(([text, items]) => [`# ${text}`, ...items].join('\n\n'))
const at = fc.nat(20)

const what: fc.Arbitrary<What> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constantFrom('write' as const, 'append' as const), note, text: agenda }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('rename note' as const), note, text }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('rename recording' as const),
      recording: fc.constantFrom('r_0', 'r_1', 'r_2'),
      text,
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('new item' as const), note: fc.option(note), text, assignees: people }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('change item' as const),
      at,
      body: fc.oneof(
        people.map((assignees) => ({ assignees })),
        text.map((text) => ({ text })),
      ),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constantFrom('complete' as const, 'archive' as const), at, done: fc.boolean() }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('new decision' as const),
      note,
      recording: fc.option(fc.constantFrom('r_0', 'r_1', 'r_2'), { freq: 1 }),
      text,
      at: fc.option(at),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('change decision' as const),
      at,
      body: fc.oneof(
        text.map((text) => ({ text })),
        fc.constantFrom({ status: 'withdrawn' }, { status: 'stands' }, { supersedes: [] }),
      ),
      replaces: fc.option(at, { freq: 1 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('delete decision' as const), at }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('rename person' as const), user, text }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('upload' as const),
      text,
      event: fc.option(fc.constantFrom('evt_0', 'evt_1', 'evt_2')),
    }),
  },
  { weight: 1, arbitrary: fc.constant({ kind: 'retention' as const, retention: 'zero_day' }) },
)

/** An edit by anyone or, mostly, by someone who may. */
export const randomEdit = fc
  .tuple(fc.record({ actor: user, action: fc.constant('edit' as const), what }), fc.nat(9))
  .map(([edit, aim]) => (model: ModelWorkspace): Edit => {
    const note = model.notes.find(({ id }) => id === noteOf(model, edit.what))
    const attendees = note ? attendeesOfNote(model, note) : []
    return { ...edit, actor: aim === 0 ? edit.actor : (attendees[aim % attendees.length] ?? edit.actor) }
  })

function noteOf(model: ModelWorkspace, what: What): string | null | undefined {
  if ('recording' in what && what.recording !== null)
    return model.recordings.find(({ id }) => id === what.recording)?.note
  return 'note' in what ? what.note : null
}

/** The note that has more than its title after this edit. */
export function noteWritten(model: ModelWorkspace, { what }: Edit): string | null {
  if (what.kind === 'upload') return model.notes.find(({ event }) => event !== null && event === what.event)?.id ?? null
  if (what.kind === 'new decision') return what.recording === null ? what.note : null
  return what.kind === 'write' || what.kind === 'append' || what.kind === 'new item' ? what.note : null
}

/** @returns the status of the answer */
export async function makeEdit(world: World, name: string, { actor, what }: Edit, keys: Map<string, string>) {
  const own = keys.get(actor) ?? keyOf(name, actor)
  const send = async (method: string, path: string, body: object, key = own) =>
    (await world.request(method, path, { key, body })).status
  const decisions = async (): Promise<{ id: string; note_id: string }[]> =>
    (await world.post('/api/v1/decisions', own, {})).body.data ?? []
  switch (what.kind) {
    case 'new decision': {
      const { recording, text, at } = what
      const others = await decisions()
      const supersedes = at === null || others.length === 0 ? [] : [others[at % others.length]!.id]
      const of = recording === null ? null : await world.get(`/api/v1/recording/${recording}`, own)
      const note_id = of?.body.recording?.note_id ?? what.note
      return send('POST', '/api/v1/decision', {
        note_id,
        text,
        supersedes,
        ...(recording && { recording_id: recording }),
      })
    }
    case 'change decision':
    case 'delete decision': {
      const others = await decisions()
      if (others.length === 0) return 404
      const path = `/api/v1/decision/${others[what.at % others.length]!.id}`
      if (what.kind === 'delete decision') return (await world.request('DELETE', path, { key: own })).status
      const replaced = what.replaces === null ? {} : { supersedes: [others[what.replaces % others.length]!.id] }
      return send('PATCH', path, { ...what.body, ...replaced })
    }
    case 'write':
      return send('POST', `/api/v1/note/${what.note}/agenda`, {
        content_native_markdown: `::agenda{version=1}\n\n${what.text}`,
      })
    case 'append':
      return send('POST', `/api/v1/note/${what.note}/agenda/append`, { content_native_markdown: what.text })
    case 'rename note':
      return send('PATCH', `/api/v1/note/${what.note}`, { title: what.text })
    case 'rename recording':
      return send('PATCH', `/api/v1/recording/${what.recording}`, { title: what.text })
    case 'new item': {
      const { note, text, assignees } = what
      return send('POST', '/api/v1/action_item', { text, assignees, ...(note && { note_id: note }) })
    }
    case 'rename person':
      return send('PATCH', `/api/v1/user/${what.user}`, { full_name: what.text }, keyOf(name, 'admin'))
    case 'retention':
      return send('PATCH', '/api/v1/workspace', { retention: what.retention }, keyOf(name, 'admin'))
    case 'upload': {
      const segment = { speaker: 'Ada', text: `We talked about ${what.text}.`, start_time: 0, end_time: 4 }
      const transcript = { language_code: 'en', speech_segments: [segment] }
      const body = { title: what.text, transcript, ...(what.event && { event_guid: what.event }) }
      const status = await send('POST', '/api/v1/recordings/upload', body)
      await world.settle()
      return status
    }
    default: {
      const { body } = await world.post('/api/v1/action_items', own, {})
      const items: { id: string }[] = body.data ?? []
      if (items.length === 0) return 404
      const path = `/api/v1/action_item/${items[what.at % items.length]!.id}`
      if (what.kind === 'change item') return send('PATCH', path, what.body)
      const flag = what.kind === 'complete' ? { completed: what.done } : { archived: what.done }
      return send('POST', `${path}/${what.kind}`, flag)
    }
  }
}
