/** Vexa and Attendee as their contracts describe them: signed webhooks, and their APIs for bots, transcripts and media. */
import { createHmac } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { openReceiver, type Received } from './receiver.ts'
import type { World } from './world.ts'

export const vexaSecret = 'whsec_of-vexa'
/** 32 bytes in base64, as Attendee's page of webhooks shows it. */
export const attendeeSecret = Buffer.alloc(32, 'attendee').toString('base64')
export const apiKey = 'key-of-the-service'

const headersOf = (more: Record<string, string>) => ({ 'content-type': 'application/json', ...more })

type Sent = { secret?: string; stamp?: number | string; signature?: string }

/** The signature is of the timestamp and the bytes. */
export function sendAsVexa(world: World, path: string, event: object | string, sent: Sent = {}) {
  const { secret = vexaSecret, stamp = Math.floor(world.base.clock().getTime() / 1_000) } = sent
  const body = typeof event === 'string' ? event : JSON.stringify(event)
  const signature = sent.signature ?? `sha256=${createHmac('sha256', secret).update(`${stamp}.${body}`).digest('hex')}`
  const headers = { authorization: `Bearer ${secret}`, 'x-webhook-timestamp': String(stamp) }
  return world.post(path, undefined, body, { headers: headersOf({ ...headers, 'x-webhook-signature': signature }) })
}

/** The signature is of Python's canonical JSON; the body is Python's usual one, with spaces and escapes. */
export function sendAsAttendee(
  world: World,
  path: string,
  sent: { body: string; signed: string },
  secret = attendeeSecret,
) {
  const key = Buffer.from(secret, 'base64')
  const signature = createHmac('sha256', key).update(sent.signed).digest('base64')
  return world.post(path, undefined, sent.body, { headers: headersOf({ 'x-webhook-signature': signature }) })
}

/** @param more  of the call; other fields than those of the contract are not in it */
export const vexaEvent = (event_type: string, more: object = {}) => ({
  event_id: 'evt_00112233445566778899aabbccddeeff',
  event_type,
  api_version: '2026-03-01',
  created_at: '2026-01-05T09:30:01.000Z',
  data: {
    meeting: {
      id: 811,
      user_id: 3,
      platform: 'google_meet',
      native_meeting_id: 'abc-mnop-xyz',
      constructed_meeting_url: 'https://meet.google.com/abc-mnop-xyz',
      status: 'completed',
      completion_reason: 'left_alone',
      failure_stage: null,
      start_time: '2026-01-05T09:00:10.000Z',
      end_time: '2026-01-05T09:30:00.000Z',
      data: {},
      created_at: '2026-01-05T08:59:00.000Z',
      updated_at: '2026-01-05T09:30:00.000Z',
      ...more,
    },
  },
})

/** As Python prints it; `signed` as Attendee signs it. */
export function attendeeEvent(data: string, bot = 'bot_weIA', metadata = 'null') {
  const text = (comma: string, colon: string, change: string) =>
    `{${[
      `"bot_id"${colon}"${bot}"`,
      `"bot_metadata"${colon}${metadata}`,
      `"data"${colon}${change}`,
      `"idempotency_key"${colon}"7f0c2d0e-2b0a-4c6e-9d3e-0a1b2c3d4e5f"`,
      `"trigger"${colon}"bot.state_change"`,
    ].join(comma)}}`
  return { body: text(', ', ': ', data.replaceAll('":', '": ')), signed: text(',', ':', data) }
}

/** The change of state after which a recording can be fetched. */
export const ended =
  '{"created_at":"2026-01-05T09:31:00.123456+00:00","event_metadata":{},"event_sub_type":null,' +
  '"event_type":"post_processing_completed","new_state":"ended","old_state":"post_processing"}'

/** The first bytes of the media are their text. */
const media = 'hello from the call '.repeat(20)
const startMs = Date.parse('2026-01-05T09:00:10Z')

/** Answers as both services do. */
export async function openBotServices() {
  const receiver = await openReceiver()
  const said = 'I will send the deck to Ada by Friday.'
  const call = {
    vexa: {
      id: 811,
      platform: 'google_meet',
      native_meeting_id: 'abc-mnop-xyz',
      constructed_meeting_url: 'https://meet.google.com/abc-mnop-xyz',
      status: 'completed',
      start_time: '2026-01-05T09:00:10Z',
      end_time: '2026-01-05T09:30:00Z',
      recordings: [
        {
          id: 123_456_789_012,
          meeting_id: 811,
          status: 'completed',
          media_files: [{ id: 210_987_654_321, type: 'audio', format: 'webm', is_final: true }],
        },
      ] as unknown[],
      segments: [
        { start: 4, end: 6.5, text: 'Thank you.', language: 'en', speaker: 'Ada Moreau', completed: true },
        { start: 0.5, end: 4, text: said, language: 'en', speaker: 'Bo Lindqvist', completed: true },
      ] as unknown[],
    },
    bot: {
      id: 'bot_weIA',
      metadata: {},
      meeting_url: 'https://meet.google.com/abc-mnop-xyz',
      state: 'ended',
      events: [{ type: 'joined_meeting', sub_type: null, created_at: '2026-01-05T09:00:05.500000Z' }] as unknown[],
      transcription_state: 'complete',
      recording_state: 'complete',
      join_at: null,
      deduplication_key: null,
    },
    transcript: [
      utterance('Bo Lindqvist', 500, 3_500, said),
      utterance('Ada Moreau', 4_000, 2_500, 'Thank you.'),
    ] as unknown[],
    recording: { url: receiver.url('/bucket/call.mp4?X-Amz-Signature=x'), start_timestamp_ms: startMs } as
      | object
      | null,
  }
  /** By method and path, each for one request. */
  const faults = new Map<string, { status: number; body?: string; headers?: Record<string, string> }[]>()
  const pages: Record<string, () => object | string | null | Promise<object | string | null>> = {
    'GET /vexa/transcripts/google_meet/abc-mnop-xyz': () => call.vexa,
    'GET /vexa/recordings/123456789012/media/210987654321/raw?type=audio': () => media,
    'GET /api/v1/bots/bot_weIA': () => call.bot,
    'GET /api/v1/bots/bot_weIA/transcript': () => call.transcript,
    'GET /api/v1/bots/bot_weIA/recording': () => call.recording,
    'GET /bucket/call.mp4?X-Amz-Signature=x': () => media,
    'POST /vexa/bots': () => ({ ...call.vexa, status: 'requested', segments: undefined }),
    'DELETE /vexa/bots/google_meet/abc-mnop-xyz': () => ({ ...call.vexa, status: 'stopping' }),
    'POST /api/v1/bots': () => ({ ...call.bot, state: 'joining' }),
    'POST /api/v1/bots/bot_weIA/leave': () => ({ ...call.bot, state: 'leaving' }),
  }
  receiver.answering = async ({ method, path, headers }: Received, response: ServerResponse) => {
    const fault = faults.get(`${method} ${path}`)?.shift()
    if (fault) return response.writeHead(fault.status, fault.headers).end(fault.body)
    if (!isAllowed(path, headers)) return response.writeHead(401).end('{"detail":"Invalid API key"}')
    const found = (await pages[`${method} ${path}`]?.()) ?? null
    if (found === null) return response.writeHead(404).end('{"detail":"Not found"}')
    if (method === 'POST' && path.endsWith('/bots')) response.statusCode = 201
    response.setHeader('content-type', typeof found === 'string' ? 'audio/webm' : 'application/json')
    return response.end(typeof found === 'string' ? found : JSON.stringify(found))
  }
  return {
    receiver,
    call,
    faults,
    pages,
    vexaUrl: receiver.url('/vexa'),
    attendeeUrl: receiver.url(''),
    [Symbol.asyncDispose]: () => receiver[Symbol.asyncDispose](),
  }
}

export type BotServices = Awaited<ReturnType<typeof openBotServices>>

/** A bucket refuses credentials besides those of its signed address. */
function isAllowed(path: string, headers: Received['headers']): boolean {
  if (path.startsWith('/bucket/')) return headers.authorization === undefined
  return path.startsWith('/vexa/') ? headers['x-api-key'] === apiKey : headers.authorization === `Token ${apiKey}`
}

export const utterance = (speaker: string | null, atMs: number, ms: number, text: string | null) => ({
  speaker_name: speaker,
  speaker_uuid: 'p1',
  speaker_user_uuid: null,
  speaker_is_host: false,
  timestamp_ms: startMs + atMs,
  duration_ms: ms,
  transcription: text === null ? null : { transcript: text },
})
