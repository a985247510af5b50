/** Sends one line of the table: an ordinary upload, which is answered with the same recording if it is sent again. */
import { dataOf, type MinutebookClient, MinutebookError, type Progress } from '../sdk/src/client.ts'
import type { ImportMeeting, ImportRow } from './meetings.ts'

export type SentRow = Pick<ImportRow, 'meeting' | 'joins'>

export type SendOptions = {
  signal?: AbortSignal
  /** Bytes of its media. */
  onProgress?(progress: Progress): void
}

/** Characters of notes that go with media: they are in a header of the request. */
const maxHeaderNotes = 3_000
const maxHeaderPeople = 60

/**
 * @returns the id of its recording
 * @throws {MinutebookError} the service refuses it; the next can be sent all the same
 */
export async function sendMeeting(client: MinutebookClient, row: SentRow, options: SendOptions = {}): Promise<string> {
  const { meeting } = row
  if (meeting.media && !meeting.transcript) return sendMedia(client, row, options)
  const fields = fieldsOf(row)
  const id = await client.upload(sourceOf(meeting), { ...fields, signal: options.signal })
  if (meeting.media) await attachMedia(client, meeting, id, options)
  return id
}

/** Notes alone are an upload without a source. */
const sourceOf = ({ transcript }: ImportMeeting) =>
  transcript ? { transcript: forRequest(transcript) } : ({} as { transcript: never })

/** Without a language the field is left out. */
function forRequest({ language_code, speech_segments }: NonNullable<ImportMeeting['transcript']>) {
  return { ...(language_code && { language_code }), speech_segments }
}

function fieldsOf({ meeting, joins }: SentRow) {
  const { key, title, startedAt, people, notes, from } = meeting
  return {
    title: title || 'Meeting',
    ...(startedAt !== null && { started_at: startedAt }),
    ...(people.length > 0 && { participants: people.slice(0, 500) }),
    ...(joins && { note_id: joins.id }),
    import: { key, ...(notes && { notes, ...(from && { notes_by: from }) }) },
  }
}

/** Words are heard by the service. Long notes do not fit into the request, and are a recap of their own in the same meeting. */
async function sendMedia(client: MinutebookClient, row: SentRow, options: SendOptions): Promise<string> {
  const { meeting } = row
  const isLong = encodeURIComponent(meeting.notes).length > maxHeaderNotes
  const sent = isLong ? await sendNotes(client, row, options) : row
  const { blob, path } = meeting.media!
  const filename = path.split('/').at(-1)!
  const { participants, ...fields } = fieldsOf(sent)
  const some = participants && { participants: participants.slice(0, maxHeaderPeople) }
  return client.upload(blob, { ...fields, ...some, filename, filetype: blob.type, may_wait: true, ...options })
}

/** @returns the row without them, which joins their meeting */
async function sendNotes(client: MinutebookClient, row: SentRow, { signal }: SendOptions): Promise<SentRow> {
  const { meeting } = row
  const fields = fieldsOf({ ...row, meeting: { ...meeting, key: `${meeting.key}-notes` } })
  const recording_id = await client.upload(sourceOf(meeting), { ...fields, wait: true, signal })
  const params = { path: { recording_id } }
  const { recording } = dataOf(await client.GET('/api/v1/recording/{recording_id}', { params, signal }))
  const joins = { id: recording.note_id!, title: meeting.title, start: meeting.startedAt ?? '' }
  return { meeting: { ...meeting, notes: '' }, joins }
}

/** What has its media already stays. */
async function attachMedia(
  client: MinutebookClient,
  { media, title }: ImportMeeting,
  id: string,
  options: SendOptions,
) {
  const { blob, path } = media!
  try {
    await client.upload(blob, {
      title,
      filename: path.split('/').at(-1)!,
      filetype: blob.type,
      media_of: id,
      ...options,
    })
  } catch (error) {
    const hasMedia = error instanceof MinutebookError && error.status === 400 && /media_of/.test(error.message)
    if (!hasMedia) throw error
  }
}
