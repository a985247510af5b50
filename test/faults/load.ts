/** People who write at once and note down what they were told: a 2xx is a promise, no answer is not. */
import { setTimeout as pause } from 'node:timers/promises'
import { keyOf, type Person, people } from './service.ts'

/** `yes`: promised. `no`: refused. `unknown`: the answer never came, or said that something broke. */
export type Told = 'yes' | 'no' | 'unknown'

/** One action and what its client knows of it; `token` is a word that stands nowhere else. */
export type Entry = {
  kind: 'note' | 'line' | 'item' | 'done' | 'upload' | 'share' | 'deletion'
  person: Person
  token: string
  told: Told
  /** Of the note, item or recording. */
  id: string
  /** To whom it was given. */
  to?: Person
}

export type Ledger = {
  entries: Entry[]
  /** Answers that no client should ever see, with the request. */
  wrong: string[]
  answers: number
}

type Answer = { status: number; body: Record<string, never> } | null

/**
 * @param pauseMs  the longest pause of a client between two actions
 * @returns writes until stopped
 */
export function startLoad(origins: string[], clients: number, pauseMs = 40) {
  const ledger: Ledger = { entries: [], wrong: [], answers: 0 }
  const state = { stopped: false }
  const running = Array.from({ length: clients }, (_, number) =>
    write(new Client(origins, ledger, people[1 + (number % (people.length - 1))]!), state, pauseMs),
  )
  return {
    ledger,
    async stop(): Promise<Ledger> {
      state.stopped = true
      await Promise.all(running)
      return ledger
    },
  }
}

let tokens = 0
const newToken = () => `token${++tokens}x`
const oneOf = <T>(list: readonly T[]): T => list[Math.floor(Math.random() * list.length)]!

async function write(client: Client, state: { stopped: boolean }, pauseMs: number): Promise<void> {
  while (!state.stopped) {
    await oneOf(actions)(client, () => state.stopped)
    await pause(Math.random() * pauseMs)
  }
}

class Client {
  readonly #origins: string[]
  readonly ledger: Ledger
  readonly person: Person

  constructor(origins: string[], ledger: Ledger, person: Person) {
    this.#origins = origins
    this.ledger = ledger
    this.person = person
  }

  /** @returns null where no answer came; one that breaks a rule of the API is noted */
  async ask(
    method: string,
    path: string,
    body?: object,
    more: { as?: Person; headers?: object } = {},
  ): Promise<Answer> {
    const headers = { 'x-api-key': keyOf(more.as ?? this.person), 'content-type': 'application/json', ...more.headers }
    try {
      const answer = await fetch(`${oneOf(this.#origins)}${path}`, {
        method,
        headers,
        signal: AbortSignal.timeout(30_000),
        ...(body && { body: JSON.stringify(body) }),
      })
      const text = await answer.text()
      this.ledger.answers++
      const isExpected = answer.status < 500 || (answer.status === 503 && answer.headers.has('retry-after'))
      if (!isExpected) this.ledger.wrong.push(`${method} ${path}: ${answer.status} ${text}`)
      return { status: answer.status, body: JSON.parse(text) }
    } catch (error) {
      if ((error as Error).name === 'TimeoutError') this.ledger.wrong.push(`${method} ${path}: no answer for 30 s`)
      await pause(50)
      return null
    }
  }

  note(entry: Omit<Entry, 'person' | 'told'>, answer: Answer): boolean {
    const told = !answer || answer.status >= 500 ? 'unknown' : answer.status < 300 ? 'yes' : 'no'
    this.ledger.entries.push({ ...entry, person: this.person, told })
    if (told === 'no') this.ledger.wrong.push(`${entry.kind} ${entry.token} was refused: ${JSON.stringify(answer)}`)
    return told === 'yes'
  }

  /** Something of this person's that was promised and is not to be deleted. */
  known(kind: Entry['kind']): Entry | undefined {
    const mine = this.ledger.entries.filter((entry) => entry.kind === kind && entry.told === 'yes')
    return oneOf(mine.filter(({ person }) => person === this.person).slice(-20))
  }
}

type Task = (client: Client, stopped: () => boolean) => Promise<void>
const idIn = (answer: Answer, name: string) => (answer?.body as { [name: string]: { id: string } })?.[name]?.id ?? ''

const actions: Task[] = [
  async function writeNote(client) {
    const token = newToken()
    const answer = await client.ask('POST', '/api/v1/note', { title: token })
    client.note({ kind: 'note', token, id: idIn(answer, 'note') }, answer)
  },

  async function appendLine(client) {
    const note = client.known('note')
    if (!note) return
    const token = newToken()
    const text = { content_native_markdown: `- ${token}` }
    const answer = await client.ask('POST', `/api/v1/note/${note.id}/agenda/append`, text)
    client.note({ kind: 'line', token, id: note.id }, answer)
  },

  async function giveItem(client) {
    const token = newToken()
    const to = oneOf(people)
    const answer = await client.ask('POST', '/api/v1/action_item', { text: token, assignees: [`u_${to}`] })
    client.note({ kind: 'item', token, to, id: idIn(answer, 'action_item') }, answer)
  },

  async function completeItem(client) {
    const item = client.known('item')
    if (!item) return
    const answer = await client.ask('POST', `/api/v1/action_item/${item.id}/complete`, { completed: true })
    client.note({ kind: 'done', token: item.token, id: item.id }, answer)
  },

  /** Asks again with the same Idempotency-Key until it is answered, as a good client does. */
  async function upload(client, stopped) {
    const token = newToken()
    const segment = { speaker: client.person, text: `I will send the ${token} tomorrow.`, start_time: 1, end_time: 4 }
    const body = { title: token, transcript: { speech_segments: [segment] } }
    const headers = { 'idempotency-key': token }
    let answer: Answer = null
    do answer = await client.ask('POST', '/api/v1/recordings/upload', body, { headers })
    while ((!answer || answer.status >= 500) && !stopped())
    const id = (answer?.body as { recording_id?: string })?.recording_id ?? ''
    client.note({ kind: 'upload', token, id }, answer)
  },

  async function share(client) {
    const note = client.known('note')
    const to = oneOf(people.filter((person) => person !== client.person))
    if (!note) return
    const answer = await client.ask('POST', `/api/v1/note/${note.id}/share`, { user: `u_${to}` })
    client.note({ kind: 'share', token: note.token, to, id: note.id }, answer)
  },

  async function deleteNote(client) {
    const token = newToken()
    const made = idIn(await client.ask('POST', '/api/v1/note', { title: token }), 'note')
    if (!made) return
    const answer = await client.ask('DELETE', `/api/v1/note/${made}`, undefined, { as: 'admin', headers: {} })
    client.note({ kind: 'deletion', token, id: made }, answer)
  },
]
