/** Zoom as it documents itself: signed events, and a server for downloads that asks for their token. */
import { createHmac } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { seal } from '../../server/platform/secrets.ts'
import type { Receiver } from './receiver.ts'
import type { Answer, World } from './world.ts'

export const zoomSecret = 'kx2dF1c9QtW7'
export const downloadToken = 'eyJhbGciOiJIUzUxMiJ9.of-the-download'

export const zoomVtt = [
  'WEBVTT\n',
  '1\n00:00:00.500 --> 00:00:04.000\nBo Lindqvist: I will send the deck to Ada by Friday.\n',
  '2\n00:00:04.000 --> 00:00:06.000\nAda Moreau: Thank you, that helps a lot.\n',
].join('\n')

/** The recorder of the examples in openapi.json. */
export async function addRecorder({ db, base }: World): Promise<void> {
  const secret = seal(base.secretKey, zoomSecret, 'ws_acme/rec_1')
  const row = {
    workspace_id: 'ws_acme',
    id: 'rec_1',
    kind: 'zoom',
    takes: 'transcript',
    fallback_user_id: null,
  } as const
  await db
    .insertInto('recorders')
    .values({ ...row, secret, created_at: base.clock() })
    .execute()
}

type Sent = { secret?: string; stamp?: number | string; signature?: string; path?: string }

/** Sends an event as Zoom does, signed now. */
export function sendEvent(world: World, event: object | string, sent: Sent = {}): Promise<Answer> {
  const {
    secret = zoomSecret,
    stamp = Math.floor(world.base.clock().getTime() / 1_000),
    path = '/recorders/zoom/rec_1',
  } = sent
  const body = typeof event === 'string' ? event : JSON.stringify(event)
  const signature = sent.signature ?? `v0=${createHmac('sha256', secret).update(`v0:${stamp}:${body}`).digest('hex')}`
  const headers = {
    'x-zm-signature': signature,
    'x-zm-request-timestamp': String(stamp),
    'content-type': 'application/json',
  }
  return world.post(path, undefined, body, { headers })
}

/** An event of a recording, with the fields of the documented example: that of the transcript names only the transcript. */
export function recordingEvent(
  receiver: Receiver,
  kind: 'recording.transcript_completed' | 'recording.completed',
  more: Record<string, unknown> = {},
) {
  const recording_start = more.start_time ?? '2026-01-05T09:00:07Z'
  const file = (file_type: string, recording_type: string, file_extension: string) => ({
    id: `file-${file_type}`,
    meeting_id: '4444AAAiAAAAAiAiAiiAii==',
    status: 'completed',
    file_size: 246_560,
    recording_start,
    recording_end: '2026-01-05T09:29:55Z',
    file_type,
    file_extension,
    recording_type,
    play_url: 'https://acme.zoom.us/rec/play/x',
    download_url: receiver.url(`/rec/download/${file_type}`),
  })
  const media = [file('MP4', 'shared_screen_with_speaker_view', 'MP4'), file('M4A', 'audio_only', 'M4A')]
  const transcript = [file('TRANSCRIPT', 'audio_transcript', 'VTT')]
  const object = {
    id: 85_746_065_432,
    uuid: '4444AAAiAAAAAiAiAiiAii==',
    host_id: 'x1yCzABCDEfg23HiJKl4mN',
    type: 8,
    account_id: 'x1yCzABCDEfg23HiJKl4mN',
    topic: 'Weekly',
    start_time: '2026-01-05T09:00:07Z',
    duration: 30,
    timezone: 'Europe/Berlin',
    host_email: 'BO@acme.test',
    share_url: 'https://acme.zoom.us/rec/share/x',
    total_size: 529_758,
    recording_count: 3,
    password: '132456',
    recording_files: kind === 'recording.transcript_completed' ? transcript : media,
    ...more,
  }
  return {
    event: kind,
    event_ts: 1_767_603_600_000,
    download_token: downloadToken,
    payload: { account_id: 'x', object },
  }
}

/** An answer other than the file. */
export type Fault = (response: ServerResponse<IncomingMessage>) => unknown

/** Answers downloads; `faults` come first, one for each request. */
export function answerDownloads(faults: Fault[] = []) {
  return ({ path, headers }: { path: string; headers: Record<string, unknown> }, response: ServerResponse) => {
    const fault = faults.shift()
    if (fault) return fault(response)
    if (headers.authorization !== `Bearer ${downloadToken}`) return response.writeHead(401).end()
    if (path.endsWith('TRANSCRIPT')) return response.end(zoomVtt)
    response.setHeader('content-type', path.endsWith('M4A') ? 'audio/mp4' : 'video/mp4')
    return response.end('hello from the call '.repeat(20))
  }
}
