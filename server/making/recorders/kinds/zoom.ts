/**
 * Cloud recordings of Zoom, by `recording.transcript_completed` and `recording.completed`. *Pure.*
 * @see https://developers.zoom.us/docs/api/webhooks/ and https://developers.zoom.us/docs/api/meetings/events/
 */
import { createHmac } from 'node:crypto'
import { isSameSecret } from '../../../platform/secrets.ts'
import { zoomLink } from './call-links.ts'
import { isRecent, textOf, vttAt } from './read-values.ts'
import type { Download, RecorderKind, RecordingNotice, Takes } from './recorder-kind.ts'

/** The used fields of an event. All others are ignored. */
type ZoomFile = { file_type?: unknown; recording_type?: unknown; recording_start?: unknown; download_url?: unknown }
type ZoomEvent = {
  event?: unknown
  download_token?: unknown
  payload?: { plainToken?: unknown; object?: Record<string, unknown> }
}

const eventOf: Record<Takes, string> = { transcript: 'recording.transcript_completed', media: 'recording.completed' }

const sign = (secret: string, text: string | Buffer) => createHmac('sha256', secret).update(text).digest('hex')

export const zoom: RecorderKind = {
  answerAddressCheck: () => null,

  isSigned({ secret }, { headers, body }, now) {
    const [signature, stamp] = [String(headers['x-zm-signature']), String(headers['x-zm-request-timestamp'])]
    if (!isRecent(stamp, now)) return false
    return isSameSecret(signature, `v0=${sign(secret, Buffer.concat([Buffer.from(`v0:${stamp}:`), body]))}`)
  },

  answerSecretCheck(secret, given) {
    const { event, payload } = given as ZoomEvent
    if (event !== 'endpoint.url_validation' || typeof payload?.plainToken !== 'string') return null
    return { plainToken: payload.plainToken, encryptedToken: sign(secret, payload.plainToken) }
  },

  read(given, takes) {
    const { event, payload, download_token } = given as ZoomEvent
    const meeting = payload?.object
    if (event !== eventOf[takes]) return { recordings: [], problem: null }
    if (typeof meeting?.uuid !== 'string') return { recordings: [], problem: noFile }
    const download = (file: ZoomFile | undefined) => downloadOf(file, download_token)
    // A meeting has several recordings if the host stopped and started again. The files of one start at the same time.
    const parts = Map.groupBy(filesOf(meeting.recording_files), ({ recording_start }) => textOf(recording_start))
    const recordings = [...parts].flatMap(([start, files]): RecordingNotice[] => {
      const transcript = takes === 'transcript' ? download(files.find(isTranscript)) : null
      const media = download(files.find(isAudio) ?? files.find(isVideo))
      if (!transcript && (takes === 'transcript' || !media)) return []
      const startedAt = start ?? textOf(meeting.start_time)
      const recorded = { ...callOf(meeting), startedAt, transcript: transcript && vttAt(transcript), media }
      const { uuid, id, topic, host_email, start_time } = meeting
      const object = { uuid, id, topic, host_email, start_time, recording_files: files }
      const own = { event, download_token, payload: { object } }
      return [{ key: `${event} ${meeting.uuid} ${start}`, event: own, fetchDetails: async () => recorded }]
    })
    return { recordings, problem: recordings.length === 0 ? noFile : null }
  },
}

const noFile = 'Zoom announced a recording without a file that can be fetched'

function callOf({ id, topic, host_email }: Record<string, unknown>) {
  const number = typeof id === 'number' ? String(id) : (textOf(id) ?? '')
  return { title: textOf(topic)?.trim() || 'Zoom meeting', hostEmail: textOf(host_email), callLink: zoomLink(number) }
}

const filesOf = (given: unknown): ZoomFile[] =>
  Array.isArray(given) ? given.filter((file) => typeof file === 'object' && file !== null) : []
const isTranscript = ({ file_type }: ZoomFile) => file_type === 'TRANSCRIPT'
const isAudio = ({ file_type, recording_type }: ZoomFile) => file_type === 'M4A' && recording_type === 'audio_only'
const isVideo = ({ file_type }: ZoomFile) => file_type === 'MP4'

/** The token is sent in a header. In the address, as in earlier versions of Zoom's API, logs would contain it. */
function downloadOf(file: ZoomFile | undefined, token: unknown): Download | null {
  if (typeof file?.download_url !== 'string' || typeof token !== 'string' || !/^[\x21-\x7e]{1,8192}$/.test(token))
    return null
  return { url: file.download_url, auth: { type: 'bearer_token', token } }
}
