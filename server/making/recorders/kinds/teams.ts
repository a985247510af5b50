/**
 * Recordings of Microsoft Teams, by change notifications of Microsoft Graph for the transcripts or recordings of a tenant. *Pure.*
 * @see https://learn.microsoft.com/graph/teams-changenotifications-callrecording-and-calltranscript
 * @see https://learn.microsoft.com/graph/change-notifications-delivery-webhooks
 */
import { createHmac } from 'node:crypto'
import { EngineError } from '../../../platform/errors.ts'
import { isSameSecret } from '../../../platform/secrets.ts'
import { teamsLink } from './call-links.ts'
import { explainRefusal, refusalCode } from './graph-refusals.ts'
import { parseObject, textOf, timeOf } from './read-values.ts'
import type {
  Access,
  ReadTranscript,
  Recorded,
  RecorderKind,
  RecordingNotice,
  Takes,
  TargetRecorder,
} from './recorder-kind.ts'

/** The resource of a subscription. */
export const subscribedTo: Record<Takes, string> = {
  transcript: 'communications/onlineMeetings/getAllTranscripts',
  media: 'communications/onlineMeetings/getAllRecordings',
}

const partOf: Record<Takes, string> = { transcript: 'transcripts', media: 'recordings' }

/** Microsoft returns this proof with each notification. It is derived from the secret, so it need not be stored. */
export const clientStateOf = ({ id, secret }: Pick<TargetRecorder, 'id' | 'secret'>) =>
  createHmac('sha256', secret).update(`client state of ${id}`).digest('base64url')

const longestToken = 4_096

type Notification = { clientState?: unknown; resource?: unknown; changeType?: unknown }

function notificationsIn(given: unknown): Notification[] {
  const { value } = given as { value?: unknown }
  return Array.isArray(value) ? value.filter((each) => typeof each === 'object' && each !== null) : []
}

export const teams: RecorderKind = {
  answerAddressCheck(query) {
    const { validationToken: token } = query as { validationToken?: unknown }
    return typeof token === 'string' && token !== '' && token.length <= longestToken ? token : null
  },

  isSigned(to, { body }) {
    const expected = clientStateOf(to)
    // It is in the body, so a body without it is not parsed.
    if (!body.includes(expected)) return false
    const isOurs = ({ clientState }: Notification) => isSameSecret(textOf(clientState) ?? '', expected)
    const sent = notificationsIn(parseObject(body.toString('utf8')))
    return sent.length > 0 && sent.every(isOurs)
  },

  answerSecretCheck: () => null,

  read(event, takes) {
    const created = notificationsIn(event).filter(({ changeType }) => changeType === 'created')
    const resources = created.map(({ resource }) => resourceOf(textOf(resource) ?? ''))
    const recordings = resources.flatMap((named, index): RecordingNotice[] => {
      if (named === null || named.part !== partOf[takes]) return []
      const key = [named.meeting, named.part, named.id].join('/')
      const own = { value: [created[index]!] }
      return [{ key, event: own, fetchDetails: (access) => fetchDetails(access!, named, takes) }]
    })
    return { recordings, problem: resources.includes(null) ? unknownResource : null }
  },
}

const unknownResource = 'Microsoft announced a recording under a resource of an unknown form'

/** A part of a meeting, as a notification names it. `user` is null if it names only the meeting. */
type Resource = { user: string | null; meeting: string; part: string; id: string }

/** A key is `('x')` or `/x`. Only these characters may get into a path. */
const key = (name: string) => `(?:\\('(?<${name}>[\\w.@=*+-]{1,500})'\\)|/(?<${name}Plain>[\\w.@=*+-]{1,500}))`
const resourceForm = new RegExp(
  `^/?(?:users${key('user')}|communications)/onlineMeetings${key('meeting')}/(?<part>transcripts|recordings)${key('id')}$`,
)

function resourceOf(text: string): Resource | null {
  const found = resourceForm.exec(text)?.groups
  if (!found) return null
  const keyOf = (name: string) => found[name] ?? found[`${name}Plain`]
  return { user: keyOf('user') ?? null, meeting: keyOf('meeting')!, part: found.part!, id: keyOf('id')! }
}

type OnlineMeeting = {
  subject?: unknown
  joinWebUrl?: unknown
  joinMeetingIdSettings?: { joinMeetingId?: unknown } | null
  participants?: { organizer?: { upn?: unknown } | null } | null
}

async function fetchDetails(access: Access, named: Resource, takes: Takes): Promise<Recorded> {
  const user = named.user ?? organizerIn(named.meeting) ?? (await readOrganizer(access, named))
  const call = `users/${encodeURIComponent(user)}/onlineMeetings/${encodeURIComponent(named.meeting)}`
  const own = `${call}/${named.part}/${encodeURIComponent(named.id)}`
  const meeting = (await access.read(call)) as OnlineMeeting
  const { createdDateTime } = (await access.read(own)) as { createdDateTime?: unknown }
  const isTranscript = takes === 'transcript'
  return {
    title: textOf(meeting.subject)?.trim() || 'Teams meeting',
    // The meeting's own start is that of the first meeting of a series.
    startedAt: timeOf(createdDateTime),
    hostEmail: textOf(meeting.participants?.organizer?.upn),
    callLink: teamsLink(String(meeting.joinWebUrl), String(meeting.joinMeetingIdSettings?.joinMeetingId ?? '')),
    transcript: isTranscript ? readTeamsTranscript(access, own) : null,
    media: isTranscript ? null : access.download(`${own}/content`),
  }
}

/** An id of a meeting is, in base64, `1*organizer's id*0**thread`. */
const organizerIn = (meeting: string) =>
  /^\d+\*([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})\*/i.exec(Buffer.from(meeting, 'base64').toString('latin1'))?.[1] ??
  null

type Transcript = { meetingOrganizer?: { user?: { id?: unknown } | null } | null }

/** Microsoft documents this request for a notification that names no user. */
async function readOrganizer(access: Access, { meeting, part, id }: Resource): Promise<string> {
  const own = `communications/onlineMeetings/${encodeURIComponent(meeting)}/${part}/${encodeURIComponent(id)}`
  const { meetingOrganizer } = (await access.read(own)) as Transcript
  const user = textOf(meetingOrganizer?.user?.id)
  if (user !== null && /^[\w.@-]{1,200}$/.test(user)) return user
  throw new EngineError('Microsoft does not say who organized the call', { retryable: false })
}

/**
 * Fetches a transcript of Teams in the form that the tenant allows.
 * @see https://learn.microsoft.com/graph/api/calltranscript-get
 */
/** The form without speakers is only given by this header, not by `$format`. */
const unattributed = 'application/vnd.microsoft.graph.transcript+text'

/** WebVTT, else the form that fits the refusal: cues without speakers, or cues that contain JSON. */
const readTeamsTranscript =
  ({ download }: Access, own: string): ReadTranscript =>
  async (fetchText) => {
    const usual = await fetchText(download(`${own}/content?$format=text/vtt`), 'text/vtt')
    const code = refusalCode(usual)
    const isFinal = usual.status !== 403 || code === 'GraphAccessToTranscriptsDisabled'
    const withoutSpeakers = code === 'SpeakerAttributionNotAllowed'
    const [path, accept] = withoutSpeakers ? ['content', unattributed] : ['metadataContent', 'text/vtt']
    const other = isFinal ? usual : await fetchText(download(`${own}/${path}`), accept)
    if (other.status !== 200) throw explainRefusal(other)
    // Without speakers it has no header either, and is read like SRT.
    return { format: withoutSpeakers ? 'srt' : 'vtt', text: other.text }
  }
