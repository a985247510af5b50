/**
 * What the local transcription services share: the speech that they hear in any media, faults that are answered once each
 * before anything else, and strictness: what their documents do not allow is a 400, as the real ones answer it.
 */
import { type BackEnd, openBackEnd, type ReceivedRequest, type Reply } from '../back-end.ts'
import { type Published, problemOf } from '../published/published.ts'

/** Speakers are counted from 0; a word is `[text, start, end]` in seconds. */
export type Turn = { speaker: number; words: [text: string, start: number, end: number][] }

export const key = 'stt-secret-4711'

export const speech: Turn[] = [
  {
    speaker: 0,
    words: [
      ['Good', 0.5, 1],
      ['morning,', 1, 1.4],
      ['Zbigniew.', 1.5, 2.25],
    ],
  },
  {
    speaker: 1,
    words: [
      ['Plastworks', 3, 3.75],
      ['ships', 3.75, 4],
      ['today.', 4, 4.5],
    ],
  },
]

export const textOf = ({ words }: Turn) => words.map(([text]) => text).join(' ')
export const startOf = ({ words }: Turn) => words[0]![1]
export const endOf = ({ words }: Turn) => words.at(-1)![2]

export type SttServer = BackEnd & {
  /** What is heard in any media from now on. */
  speech: Turn[]
  language: string
  /** The next answers to requests that begin with this, such as `POST /v2/upload`. */
  faults: Record<string, Reply[]>
  /** How a job goes: it ends well, with this reason, or never. */
  job: 'done' | 'never' | { error: unknown }
  /** Media and jobs that were not deleted. */
  kept: Set<string>
}

/** What the document of a service does not allow. */
export class Refusal extends Error {
  readonly status: number

  constructor(message: string, status = 400) {
    super(message)
    this.status = status
  }
}

/** @param answer  how the service answers; it throws `Refusal` */
export async function openSttServer(
  answer: (server: SttServer, request: ReceivedRequest) => object | Promise<object>,
): Promise<SttServer> {
  const backEnd = await openBackEnd(async (request) => {
    const here = `${request.method} ${request.path}`
    const fault = Object.entries(server.faults)
      .find(([begins]) => here.startsWith(begins))?.[1]
      .shift()
    if (fault !== undefined) return fault
    try {
      return { body: await answer(server, request) }
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      return { status: error.status, body: { error: error.message, message: error.message } }
    }
  })
  const server: SttServer = { ...backEnd, speech, language: 'en', faults: {}, job: 'done', kept: new Set() }
  return server
}

export function requireHeader({ headers }: ReceivedRequest, name: string, value: string): void {
  if (headers[name] !== value) throw new Refusal(`${name}: invalid credentials`, 401)
}

/** Media came as announced, and are some. */
export function requireMedia({ headers, body }: ReceivedRequest): void {
  if (headers['content-length'] !== String(body.length)) throw new Refusal('Content-Length is required', 411)
  if (body.length === 0) throw new Refusal('The media are empty')
}

/** The fields of a JSON object, as the vendor publishes them. */
export function readFields(text: string, published: Published): Record<string, unknown> {
  let fields: unknown
  try {
    fields = JSON.parse(text)
  } catch {
    throw new Refusal('The body is no JSON')
  }
  if (typeof fields !== 'object' || fields === null) throw new Refusal('The body is no object')
  const problem = problemOf(published, Object.entries(fields))
  if (problem) throw new Refusal(problem)
  return fields as Record<string, unknown>
}
