/** People at work: they read, search, ask, export and upload, with pauses. */
import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { paths } from '../console/paths.ts'
import { keyOf, type Person, people } from '../test/faults/service.ts'
import { demoMedia } from '../test/support/speech-samples.ts'
import { tus } from '../test/support/tus-client.ts'
import type { Meeting } from './search-meetings.ts'

export type Answered = { task: string; milliseconds: number; status: number }

type Sent = { body?: unknown; raw?: Uint8Array; headers?: Record<string, string> }
type Worker = {
  person: Person
  meetings: Meeting[]
  sound: Uint8Array
  transcribes: boolean
  ask(method: string, path: string, sent?: Sent, expected?: number[]): Promise<Response>
}
type Task = { name: string; weight: number; does(worker: Worker): Promise<unknown> }

const oneOf = <T>(list: readonly T[]): T => list[Math.floor(Math.random() * list.length)]!
const lists = ['notes', 'recordings', 'action_items', 'decisions'] as const
const superAdmin = { 'x-api-key': keyOf('admin') }
const pages = [paths.home, paths.search, paths.recordings, paths.items, paths.decisions, paths.uploads, paths.calendar]

async function listed(worker: Worker, list: (typeof lists)[number], pageSize = 20) {
  const answer = await worker.ask('POST', `/api/v1/${list}`, { body: { pagination: { page_size: pageSize } } })
  return ((await answer.json()) as { data?: { id: string }[] }).data ?? []
}

const tasks: Task[] = [
  { name: 'list', weight: 30, does: (worker) => listed(worker, oneOf(lists), oneOf([20, 50])) },
  {
    name: 'recap',
    weight: 20,
    async does(worker) {
      const found = oneOf(await listed(worker, 'recordings'))
      if (!found) return
      const path = `/api/v1/recording/${found.id}`
      await worker.ask('GET', path)
      await worker.ask('GET', `${path}/transcript${oneOf(['', '?format=vtt', '?format=srt'])}`)
    },
  },
  {
    name: 'search',
    weight: 15,
    does: (worker) => worker.ask('POST', '/api/v1/search', { body: { query: question(worker) } }),
  },
  {
    name: 'question',
    weight: 5,
    does: (worker) => worker.ask('POST', '/api/v1/ask', { body: { question: question(worker) } }),
  },
  {
    name: 'console page',
    weight: 15,
    async does(worker) {
      const headers = { accept: 'text/html' }
      const text = await (await worker.ask('GET', oneOf(pages), { headers })).text()
      for (const [, path] of text.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)) await worker.ask('GET', path!)
    },
  },
  { name: 'changes', weight: 8, does: (worker) => worker.ask('GET', '/api/v1/changes?page_size=50') },
  {
    name: 'export of a person',
    weight: 1,
    does: ({ ask }) => ask('GET', `/api/v1/user/u_${oneOf(people)}/export`, { headers: superAdmin }),
  },
  {
    name: 'transcript sent',
    weight: 3,
    does: (worker) => worker.ask('POST', '/api/v1/recordings/upload', { body: transcriptOf(oneOf(worker.meetings)) }),
  },
  {
    name: 'sound sent',
    weight: 0.5,
    does: (worker) => sendSound(worker, worker.sound, 'Call of four minutes', worker.transcribes),
  },
]

const question = ({ meetings }: Worker) => oneOf(oneOf(meetings).queries).query

function transcriptOf({ id, turns, times }: Meeting) {
  const at = (index: number) => times?.[index] ?? index
  return {
    title: `Meeting ${id}`,
    transcript: {
      speech_segments: turns.flatMap(([speaker, text], index) =>
        text.trim() ? [{ speaker, text, start_time: at(index), end_time: at(index + 1) }] : [],
      ),
    },
  }
}

const pieceBytes = 8 * 1_048_576

/**
 * Continues where the service says that it is, as tus has it: a piece whose answer was 503 may have been kept.
 * @param whole  else it lacks its last byte and is deleted: nothing here could transcribe it
 * @returns the id of the recording
 */
export async function sendSound({ ask }: Pick<Worker, 'ask'>, sound: Uint8Array, title: string, whole: boolean) {
  const metadata = Object.entries({ title, filename: 'call.ogg', may_wait: 'true' })
    .map(([name, value]) => `${name} ${Buffer.from(value).toString('base64')}`)
    .join(',')
  const made = await ask('POST', '/api/v1/recordings/upload/tus', {
    headers: { ...tus, 'upload-length': String(sound.length), 'upload-metadata': metadata },
  })
  const path = new URL(made.headers.get('location')!, 'http://127.0.0.1').pathname
  const end = whole ? sound.length : sound.length - 1
  for (let offset = 0; offset < end; ) {
    const headers = { ...tus, 'content-type': 'application/offset+octet-stream', 'upload-offset': String(offset) }
    const raw = sound.subarray(offset, Math.min(end, offset + pieceBytes))
    const answer = await ask('PATCH', path, { headers, raw }, [409])
    const { headers: told } = answer.ok ? answer : await ask('HEAD', path, { headers: tus })
    offset = Number(told.get('upload-offset'))
  }
  if (!whole) await ask('DELETE', path, { headers: tus })
  return path.split('/').at(-1)!
}

/**
 * Of a person whose requests are told to `onAnswer`. A refusal for a moment (429, 503) is one of them, and asked again when it
 * says. Any other failure that is not expected is thrown, with what it says.
 */
export function asker(origin: string, person: Person, onAnswer: (answered: Answered) => void, task: () => string) {
  return async function ask(method: string, path: string, sent: Sent = {}, expected: number[] = []): Promise<Response> {
    const { body, raw, headers } = sent
    const json = body !== undefined && { 'content-type': 'application/json' }
    const begun = performance.now()
    const answer = await fetch(`${origin}${path}`, {
      method,
      headers: { 'x-api-key': keyOf(person), ...json, ...headers },
      signal: AbortSignal.timeout(120_000),
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(raw && { body: Buffer.from(raw) }),
    })
    const bytes = await answer.arrayBuffer()
    const { status } = answer
    onAnswer({ task: task(), milliseconds: performance.now() - begun, status })
    if (status === 429 || status === 503) {
      await pause(Number(answer.headers.get('retry-after') ?? 2) * 1_000)
      return ask(method, path, sent, expected)
    }
    if (status >= 400 && !expected.includes(status))
      throw new Error(`${method} ${path}: ${status} ${Buffer.from(bytes).toString().slice(0, 500)}`)
    return new Response(bytes.byteLength > 0 ? bytes : null, { status, headers: answer.headers })
  }
}

/**
 * @param pauseMs  the longest pause of a person between two tasks
 * @returns what was answered until then, when all have stopped
 */
export function startWork(
  origin: string,
  {
    clients,
    pauseMs,
    ...given
  }: Pick<Worker, 'meetings' | 'sound' | 'transcribes'> & { clients: number; pauseMs: number },
) {
  const answered: Answered[] = []
  const broken: string[] = []
  let isStopped = false
  async function work(person: Person): Promise<void> {
    let task = tasks[0]!
    const ask = asker(
      origin,
      person,
      (one) => answered.push(one),
      () => task.name,
    )
    while (!isStopped) {
      task = oneOf(chances)
      await task.does({ ...given, person, ask }).catch((error) => broken.push(`${task.name}: ${error}`))
      await pause(Math.random() * pauseMs)
    }
  }
  const working = Array.from({ length: clients }, (_, n) => work(people[1 + (n % (people.length - 1))]!))
  return {
    answered,
    broken,
    async stop() {
      isStopped = true
      await Promise.all(working)
    },
  }
}

/** Each task as often as its weight says. */
const chances = tasks.flatMap((task) => Array<Task>(task.weight * 2).fill(task))

/** People who talk, so many minutes long: half a minute of the demo's sound, again and again. */
export async function soundOf(minutes: number, folder: string): Promise<Uint8Array> {
  const path = join(folder, `${minutes}.ogg`)
  const input = ['-stream_loop', '-1', '-i', process.env.SPEECH ?? demoMedia('price')]
  await promisify(execFile)('ffmpeg', [
    '-y',
    '-v',
    'error',
    ...input,
    '-t',
    String(minutes * 60),
    '-c:a',
    'libopus',
    path,
  ])
  return readFile(path)
}
