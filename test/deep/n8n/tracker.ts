/** A server that behaves as a tracker's published description says, with its issues and its signed webhooks. */
import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import Ajv from 'ajv/dist/2020.js'

// biome-ignore lint/suspicious/noExplicitAny: JSON of a vendor
export type Json = any

/** As a person sees it, whatever the tracker calls these. */
export type Issue = { title: string; text: string; state: string }
export type Request = { method: string; path: string; query: URLSearchParams; body: Json }

/** What answers read and change. */
export type IssueStore = {
  issues: Issue[]
  /** @returns its number */
  make(title: string, text: string): number
  move(number: number, state: string): void
}

export type Kind = {
  /** As the workflow names it. */
  system: string
  /** The address of its API in the workflow; its path, here too; and the header that requests must have. */
  api: string
  base: string
  authorization: string
  /** Of its first issue. */
  link: { key: string; url: string }
  /**
   * Its names for states: of a new issue, of one that a person ended, of one that the workflow closed, of one in between,
   * and of one that no transition leads from to the end.
   */
  states: { open: string; ended: string; done: string; between?: string; stuck?: string }
  refusal: [status: number, body: Json]
  /** @throws {Error} the description does not allow the request or the answer */
  answer(request: Request, store: IssueStore): [status: number, body: Json] | Promise<[status: number, body: Json]>
  /** What it sends when an issue has come to its state. */
  webhook(issue: Issue, number: number): Json
  /** @param digest  of the body, in hex */
  headers(digest: string): Record<string, string>
}

/** Of its webhooks. */
export const secret = 'a secret of the webhook'

export type Tracker = Awaited<ReturnType<typeof openTracker>>

export async function openTracker(kind: Kind) {
  const tracker = {
    ...kind,
    issues: [] as Issue[],
    /** What was done by requests. */
    writes: [] as string[],
    refuses: 'nothing' as 'nothing' | 'writes' | 'everything',
    /** What happens elsewhere while it is at work on a request. */
    meanwhile: async () => {},
    make(title: string, text: string) {
      tracker.writes.push('made')
      return tracker.issues.push({ title, text, state: kind.states.open })
    },
    move(number: number, state: string) {
      tracker.writes.push(`${number} is ${state}`)
      tracker.issues[number - 1]!.state = state
    },
  }
  const isRefused = ({ method, body }: Request) => {
    const isRead = method === 'GET' || body.query?.startsWith('query')
    return tracker.refuses === 'everything' || (tracker.refuses === 'writes' && !isRead)
  }
  const server = createServer(async (incoming, response) => {
    const { method, url, headers } = incoming
    const { pathname, searchParams: query } = new URL(url!, 'http://localhost')
    assert(pathname.startsWith(kind.base), `${method} ${url}`)
    assert.equal(headers.authorization, kind.authorization)
    const path = pathname.slice(kind.base.length)
    const request = { method: method!, path, query, body: method === 'GET' ? {} : await json(incoming) }
    await tracker.meanwhile()
    const [status, body] = isRefused(request) ? kind.refusal : await kind.answer(request, tracker)
    response.writeHead(status, { 'content-type': 'application/json' })
    response.end(body === undefined ? undefined : JSON.stringify(body))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return Object.assign(tracker, {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${kind.base}`,
    /** A person presses the button. @returns the webhook of that, as it is signed and sent */
    set(number: number, state: string, by = secret) {
      const issue = Object.assign(tracker.issues[number - 1]!, { state })
      const body = JSON.stringify(kind.webhook(issue, number))
      const digest = createHmac('sha256', by).update(body).digest('hex')
      return { body, headers: { 'content-type': 'application/json', ...kind.headers(digest) } }
    },
    async [Symbol.asyncDispose]() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  })
}

/** @param folder  where npm installed the descriptions */
export const readJson = async (folder: string, name: string): Promise<Json> =>
  JSON.parse(await readFile(join(folder, 'node_modules', name), 'utf8'))

const { default: Validator } = Ajv
export const validator = () => new Validator({ strict: false, validateFormats: false })

/** OpenAPI 3.0 says null by `nullable`. */
export function nullable(schema: Json): Json {
  if (Array.isArray(schema)) return schema.map(nullable)
  if (schema === null || typeof schema !== 'object') return schema
  const { nullable: isNullable, ...rest } = schema
  const inner = Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, nullable(value)]))
  return isNullable === true ? { anyOf: [inner, { type: 'null' }] } : inner
}
