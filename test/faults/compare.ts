/** Holds what clients were told, and what the receiver got, against what the service shows when all is quiet again. */
import { setTimeout as pause } from 'node:timers/promises'
import type { Receiver } from '../support/receiver.ts'
import type { Entry, Ledger } from './load.ts'
import { keyOf, type Person, people, type Service } from './service.ts'

type Message = { id: string; event_type: string; status: string }
type Item = { id: string; text: string; status: string; assignees: { id: string }[] }

/** Waits until every message is delivered and no upload is pending. @throws if `patienceMs` bring it no nearer */
export async function quiet(service: Service, patienceMs = 120_000): Promise<void> {
  const api = reader(service.origins[0]!)
  let [fewest, until] = [Number.POSITIVE_INFINITY, 0]
  for (;;) {
    const waiting = await countWaiting(api).catch(() => Number.POSITIVE_INFINITY)
    if (waiting === 0) {
      // A window of action items that is still open has no message yet.
      await pause(2_500)
      if ((await api.messages()).every(({ status }) => status === 'delivered')) return
    }
    if (waiting < fewest || until === 0) [fewest, until] = [waiting, performance.now() + patienceMs]
    if (performance.now() > until) throw new Error(`Still waiting: ${waiting} messages and uploads`)
    await pause(waiting > 100 ? 2_000 : 250)
  }
}

async function countWaiting(api: ReturnType<typeof reader>): Promise<number> {
  const pending = await api.list('/api/v1/recordings/upload/list', { filters: { status: 'PENDING' } })
  const messages = (await api.messages()).filter(({ status }) => status === 'pending' || status === 'held')
  return pending.length + messages.length
}

/** @returns one sentence for each broken promise */
export async function compare(service: Service, { entries, wrong }: Ledger, receiver: Receiver): Promise<string[]> {
  const api = reader(service.origins[0]!)
  const titles = (await api.list('/api/v1/notes', { include: { content_markdown: true } })) as Note[]
  const items = (await api.list('/api/v1/action_items', {})) as Item[]
  const recordings = (await api.list('/api/v1/recordings', {})) as { id: string; title: string }[]
  const uploads = await api.uploads()
  const found = [...wrong]
  const notes = Map.groupBy(titles, ({ title }) => title)
  const itemsByText = Map.groupBy(items, ({ text }) => text)
  const recordingsByTitle = Map.groupBy(recordings, ({ title }) => title)

  const expectCount = (entry: Entry, count: number) => {
    const most = entry.told === 'no' ? 0 : 1
    const least = entry.told === 'yes' ? 1 : 0
    if (count < least || count > most) found.push(`${describe(entry)} is there ${count} times`)
  }
  for (const entry of entries) {
    const { kind, token, id, to, told } = entry
    const note = () => titles.find((each) => each.id === id)
    const item = () => items.find((each) => each.id === id)
    if (kind === 'note') expectCount(entry, notes.get(token)?.length ?? 0)
    if (kind === 'line') expectCount(entry, (note()?.content_markdown.split(token).length ?? 1) - 1)
    if (kind === 'item') expectCount(entry, itemsByText.get(token)?.length ?? 0)
    if (kind === 'done' && told === 'yes' && item()?.status !== 'Done') found.push(`${describe(entry)} is undone`)
    if (kind === 'upload') expectCount(entry, recordingsByTitle.get(token)?.length ?? 0)
    if (kind === 'share' && told === 'yes' && !(await api.sees(to!, id))) found.push(`${describe(entry)} is lost`)
    if (kind === 'deletion' && told === 'yes' && note()) found.push(`${describe(entry)} is back`)
  }
  for (const { title, status } of uploads) if (status !== 'SUCCESS') found.push(`The upload ${title} is ${status}`)
  return [...found, ...(await compareEvents(api, items, recordings, receiver))]
}

type Note = { id: string; title: string; content_markdown: string }

/** Each happening reached each of its people, under one id; what was sent is in the log. */
async function compareEvents(
  api: Reader,
  items: Item[],
  recordings: { id: string }[],
  { received }: Receiver,
): Promise<string[]> {
  const idsOf = new Map<string, Set<string>>()
  const bodies = new Map<string, string>()
  const found: string[] = []
  for (const { path, headers, body } of received) {
    const id = String(headers['hook-id'])
    const { event_type, recap_url, id: about } = JSON.parse(body) as Record<string, string>
    const name = `${event_type} ${path.slice(1)} ${recap_url ? recap_url.split('/').at(-1) : about}`
    idsOf.set(name, (idsOf.get(name) ?? new Set()).add(id))
    if ((bodies.get(id) ?? body) !== body) found.push(`${name} came with two bodies under ${id}`)
    bodies.set(id, body)
  }
  const expected = new Set<string>()
  for (const { id, status, assignees } of items) {
    for (const person of assignees) {
      expected.add(`action_item.assigned ${person.id.slice(2)} ${id}`)
      if (status === 'Done') expected.add(`action_item.completed ${person.id.slice(2)} ${id}`)
    }
  }
  for (const { id } of recordings) expected.add(`ai_note.generated ${await api.ownerOf(id)} ${id}`)
  for (const name of expected) {
    const ids = idsOf.get(name)?.size ?? 0
    if (ids !== 1) found.push(`${name} came under ${ids} ids`)
  }
  const logged = new Set((await api.messages()).map(({ id }) => id))
  for (const id of bodies.keys()) if (!logged.has(id)) found.push(`${id} was sent and is in no log`)
  return found
}

const describe = ({ kind, token, person, told }: Entry) => `${kind} ${token} of ${person} (told: ${told})`

type Reader = ReturnType<typeof reader>
type Page = { page_info: { cursor: string | null }; data: object[] }

/** Reads everything as the super admin. */
function reader(origin: string) {
  const ask = async (method: string, path: string, body?: object, as: Person = 'admin') => {
    const headers = { 'x-api-key': keyOf(as), ...(body && { 'content-type': 'application/json' }) }
    return fetch(`${origin}${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) })
  }
  const pages = async (read: (cursor: string | null) => Promise<Page>) => {
    const all: object[] = []
    for (let cursor: string | null = null; ; ) {
      const page = await read(cursor)
      all.push(...page.data)
      cursor = page.page_info.cursor
      if (!cursor) return all
    }
  }
  const list = (path: string, more: object) =>
    pages(async (cursor) => {
      const answer = await ask('POST', path, { ...more, pagination: { cursor, page_size: 50 } })
      const body = (await answer.json()) as { uploads?: object }
      return (body.uploads ?? body) as Page
    })
  return {
    list,
    uploads: () => list('/api/v1/recordings/upload/list', {}) as Promise<{ title: string; status: string }[]>,
    async messages(): Promise<Message[]> {
      const logs = people.map((person) =>
        pages(async (cursor) => {
          const after = cursor ? `&cursor=${cursor}` : ''
          const answer = await ask('GET', `/api/v1/webhook/wh_${person}/deliveries?page_size=50${after}`)
          return ((await answer.json()) as { deliveries: Page }).deliveries
        }),
      )
      return (await Promise.all(logs)).flat() as Message[]
    },
    sees: async (person: Person, noteId: string) => (await ask('GET', `/api/v1/note/${noteId}`, undefined, person)).ok,
    /** Who but the super admin sees it: the uploader. */
    async ownerOf(recordingId: string): Promise<string | undefined> {
      for (const person of people.slice(1)) {
        if ((await ask('GET', `/api/v1/recording/${recordingId}`, undefined, person)).ok) return person
      }
      return undefined
    },
  }
}
