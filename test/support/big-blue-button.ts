/** A server of BigBlueButton as its public documents describe it: getRecordings with checksums and pages, files, and calls of others. */
import { createHash, createHmac } from 'node:crypto'
import { openReceiver, type Received } from './receiver.ts'
import type { World } from './world.ts'

export const sharedSecret = 'ECCJZNJWLPEA3YB6Y2LTQGQD3GJZ3F93'

export type BbbRecording = {
  recordID: string
  meetingID: string
  name: string
  state: 'published' | 'unpublished' | 'deleted'
  startTime: string
  endTime: string
  metadata: Record<string, string>
  /** By type, the address. */
  formats: Record<string, string>
}

const escaped = (text: string) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)
const element = (name: string, text: string) => `<${name}>${escaped(text)}</${name}>`

const print = ({ metadata, formats, ...plain }: BbbRecording) => `<recording>
  ${Object.entries(plain)
    .map(([name, text]) => element(name, text))
    .join('\n  ')}
  <participants>3</participants>
  <metadata>${Object.entries(metadata)
    .map(([name, text]) => element(name, text))
    .join('')}</metadata>
  <playback>${Object.entries(formats)
    .map(
      ([type, url]) => `<format>${element('type', type)}<url><![CDATA[\n ${url} ]]></url><length>30</length></format>`,
    )
    .join('')}</playback>
</recording>`

const success = (inner: string) => `<response><returncode>SUCCESS</returncode>${inner}</response>`
const failed = (key: string) =>
  `<response><returncode>FAILED</returncode><messageKey>${key}</messageKey><message>No</message></response>`

export const hash = (algorithm: string, text: string) => createHash(algorithm).update(text).digest('hex')

export async function openBigBlueButtonServer() {
  const receiver = await openReceiver()
  const base = receiver.url('/bigbluebutton')
  const state = {
    recordings: [] as BbbRecording[],
    /** By path, the content type. */
    files: new Map<string, string>(),
    algorithms: ['sha1', 'sha256', 'sha384', 'sha512'],
    hasPages: true,
    /** Instead of its own answer to a call of the API. */
    answer: null as null | { status?: number; headers?: Record<string, string>; body: string },
  }
  receiver.answering = ({ path, headers }: Received, response) => {
    const [pathname, query = ''] = path.split('?')
    const call = /^\/bigbluebutton\/api\/(\w+)$/.exec(pathname!)?.[1]
    const file = state.files.get(pathname!)
    if (file)
      return response
        .writeHead(headers.range ? 206 : 200, { 'content-type': file })
        .end('hello from the call '.repeat(20))
    if (!call) return response.writeHead(404, { 'content-type': 'text/html' }).end('<h1>Not found</h1>')
    if (state.answer) return response.writeHead(state.answer.status ?? 200, state.answer.headers).end(state.answer.body)
    const [, signed, checksum] = /^(.*)&checksum=(\w+)$/.exec(query)!
    const isAllowed = state.algorithms.some((each) => hash(each, `${call}${signed}${sharedSecret}`) === checksum)
    response.setHeader('content-type', 'text/xml;charset=utf-8')
    if (!isAllowed) return response.end(failed('checksumError'))
    const wanted = new URLSearchParams(signed)
    const start = wanted.get('recordID') ?? ''
    const found = state.recordings.filter(
      (each) => each.state === wanted.get('state') && each.recordID.startsWith(start),
    )
    const from = Number(wanted.get('offset') ?? 0)
    const page = state.hasPages && wanted.has('limit') ? found.slice(from, from + Number(wanted.get('limit'))) : found
    const none = '<messageKey>noRecordings</messageKey><message>There are no recordings.</message>'
    response.end(success(`<recordings>${page.map(print).join('')}</recordings>${page.length === 0 ? none : ''}`))
  }
  return Object.assign(state, {
    receiver,
    base,
    url: receiver.url,
    /** Also has its file of sound. */
    publish(more: Partial<BbbRecording> = {}): BbbRecording {
      const recordID = more.recordID ?? `${hash('sha1', 'room')}-1767603610000`
      const made: BbbRecording = {
        recordID,
        meetingID: 'x7k2mnq9pzw4abcd',
        name: 'Tom & Jerry’s <room>',
        state: 'published',
        startTime: String(Date.parse('2026-01-05T09:00:10Z')),
        endTime: String(Date.parse('2026-01-05T09:29:00Z')),
        metadata: { meetingName: 'Room', isBreakout: 'false' },
        formats: { podcast: receiver.url(`/podcast/${recordID}/audio.ogg`) },
        ...more,
      }
      state.recordings.push(made)
      for (const url of Object.values(made.formats))
        if (url.endsWith('.ogg')) state.files.set(new URL(url).pathname, 'audio/ogg')
      return made
    },
    [Symbol.asyncDispose]: () => receiver[Symbol.asyncDispose](),
  })
}

const form = { 'content-type': 'application/x-www-form-urlencoded' }

export const publishedEvent = (recordId: unknown, more: object = {}) => ({
  data: {
    type: 'event',
    id: 'rap-publish-ended',
    attributes: {
      meeting: { 'internal-meeting-id': recordId, 'external-meeting-id': 'room' },
      'record-id': recordId,
      success: true,
      'step-time': 3,
      ...more,
    },
    event: { ts: 1_767_603_610_000 },
  },
})

/** As bbb-webhooks calls: a form, with the checksum of the registered address, the form and the secret. */
export function sendHook(
  world: World,
  path: string,
  event: unknown,
  { algorithm = 'sha1', secret = sharedSecret, address = '', bearer = '' } = {},
) {
  const body = new URLSearchParams({ domain: 'bbb.test', event: JSON.stringify(event), timestamp: '1767603611000' })
  const signed = hash(algorithm, `${address}${body}${secret}`)
  return bearer
    ? world.post(path, undefined, String(body), { headers: { ...form, authorization: `Bearer ${bearer}` } })
    : world.post(`${path}?checksum=${signed}`, undefined, String(body), { headers: form })
}

const base64 = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

/** As the address in `bbb-recording-ready-url` is called. */
export function sendReady(
  world: World,
  path: string,
  record_id: unknown,
  { secret = sharedSecret, alg = 'HS256' } = {},
) {
  const signed = `${base64({ alg })}.${base64({ meeting_id: 'room', record_id })}`
  const signature = alg === 'none' ? '' : createHmac('sha256', secret).update(signed).digest('base64url')
  const body = new URLSearchParams({ signed_parameters: `${signed}.${signature}` })
  return world.post(path, undefined, String(body), { headers: form })
}
