/** Creates an upload for a recording that a service announced (decisions 27, 29 on the note of an upload). */

import { decodeText } from '../../../sdk/src/decode-text.ts'
import { findPeople } from '../../people/accounts/find-people.ts'
import { sharerOf } from '../../people/caller/caller.ts'
import type { Context } from '../../platform/context/context.ts'
import { EngineError } from '../../platform/errors.ts'
import type { Db } from '../../platform/postgres/db.ts'
import { cutShort, toStorable } from '../../platform/text.ts'
import { explain } from '../engines/shared/request-failures.ts'
import { headersOf } from '../uploads/fetch-media.ts'
import { readUploadInThread } from '../uploads/read-upload.ts'
import { submitOnce } from '../uploads/submit-once.ts'
import { rejectWithoutTranscriber, type UploadContent, type Uploader } from '../uploads/submit-upload.ts'
import { isAttending, type Sender } from './bots/sent-bots.ts'
import type { RecordedJob } from './event-job.ts'
import { findMeeting, titleOf } from './find-meeting.ts'
import { requireFound } from './kinds/read-values.ts'
import type { Download, FetchText, Recorded } from './kinds/recorder-kind.ts'

export type SubmitRecordedDeps = Pick<Context, 'db' | 'clock' | 'jobs' | 'outbound' | 'secretKey' | 'threads'> & {
  /** Limit of a transcript, in bytes: that of a request. */
  bodyLimitBytes: number
  transcribes(): Promise<boolean>
}

type ToSubmit = {
  job: RecordedJob
  fallback_user_id: string | null
  recorded: Recorded
  /** Who sent the bot that recorded the call; null for others. */
  sender: Sender | null
}

/** @throws {EngineError}; {ApiError} the recording cannot be an upload */
export async function submitRecorded(deps: SubmitRecordedDeps, toSubmit: ToSubmit): Promise<void> {
  const { recorded, job } = toSubmit
  const { transcript } = recorded
  const uploader = await findUploader(deps.db, toSubmit)
  if (!transcript) await rejectWithoutTranscriber(deps.transcribes, { mayWait: false })
  const media = mediaOf(deps, recorded)
  const sent = {
    title: cutShort(toStorable(recorded.title ?? untitled), 255),
    started_at: recorded.startedAt,
    ...(transcript ? { transcript: await transcript(fetchTextWith(deps)) } : { url: media!.url }),
  }
  const { fields, content } = await readUploadInThread(deps.threads, Buffer.from(JSON.stringify(sent)), {
    sharer: sharerOf(uploader.workspaceId, uploader.userId),
    isPatient: true,
  })
  const { started_at } = fields.facts
  const event_guid = await meetingOf(deps.db, uploader, toSubmit, started_at ? new Date(started_at) : null)
  const titled =
    recorded.title === null && event_guid ? { title: (await titleOf(deps.db, uploader, event_guid)) || untitled } : {}
  const whole: UploadContent = media ? { ...content, address: media } : content
  await submitOnce(deps, {
    uploader,
    fields: { ...fields, ...titled, targets: { ...fields.targets, event_guid } },
    content: whole,
    key: `recorder-${job.recorderId}-${job.key}`,
    action: 'recorder.upload',
  })
}

/** Who sent a bot chose the meeting. If its recap's owner does not attend that meeting, no other one is looked for. */
async function meetingOf(db: Db, uploader: Uploader, { recorded, sender }: ToSubmit, startedAt: Date | null) {
  if (sender) return (await isAttending(db, uploader, sender.noteId)) ? sender.eventGuid : null
  // Unlike a host, the person of the recorder need not have been in the call.
  const byTime = recorded.hostEmail !== null
  return startedAt && findMeeting(db, uploader, recorded.callLink, startedAt, { byTime })
}

/** The sender of the bot, the host, or else the recorder's user. The error names nobody, because it is shown to administrators for a long time. */
async function findUploader(
  db: Db,
  { job: { workspaceId }, recorded, fallback_user_id, sender }: ToSubmit,
): Promise<Uploader> {
  const wanted = [sender?.userId ?? null, recorded.hostEmail, fallback_user_id].filter((name) => name !== null)
  const people = await findPeople(db, workspaceId, wanted)
  const found = wanted.map((name) => people.get(name)).find((each) => each?.active && !each.erased)
  if (found) return { workspaceId, userId: found.id }
  throw new EngineError('The host of the call has no active account here, and no other person is set', {
    retryable: false,
  })
}

/** Null for an address where requests may not go, if there is a transcript. @throws {EngineError} if there is none */
function mediaOf({ outbound }: SubmitRecordedDeps, { transcript, media }: Recorded): Download | null {
  try {
    if (media) outbound.check(media.url, what)
    return media
  } catch (error) {
    if (transcript) return null
    throw explain(failed, error)
  }
}

const untitled = 'Call'

const [what, failed] = ['Recording URL', 'The recording could not be fetched']
const timeoutSeconds = 60

function textOf(bytes: Uint8Array): string {
  try {
    return decodeText(bytes)
  } catch {
    throw new EngineError('The transcript is no text', { retryable: false })
  }
}

const fetchTextWith =
  ({ outbound, bodyLimitBytes }: SubmitRecordedDeps): FetchText =>
  async ({ url, auth }, accept) => {
    const headers = { ...headersOf(auth), accept }
    const outgoing = {
      what,
      method: 'GET' as const,
      headers,
      timeoutSeconds,
      maxBytes: bodyLimitBytes,
      maxRedirects: 3,
    }
    const answer = await outbound.request(url, outgoing).catch((error) => {
      throw explain(failed, error)
    })
    const { status, body, truncated } = requireFound(answer.status === 404 ? null : answer)
    if (status === 200 && truncated)
      throw new EngineError(`The transcript has more than ${bodyLimitBytes} bytes`, { retryable: false })
    return { status, headers: answer.headers, text: textOf(body) }
  }
