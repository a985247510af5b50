/**
 * Recordings of Microsoft Teams, by change notifications of Microsoft Graph for the transcripts or recordings of a tenant. *Pure.*
 * @see https://learn.microsoft.com/graph/teams-changenotifications-callrecording-and-calltranscript
 * @see https://learn.microsoft.com/graph/change-notifications-delivery-webhooks
 */
import { createHmac } from 'node:crypto'
import { isSameSecret } from '../platform/secrets.ts'
import { parseObject, textOf, timeOf } from './read-values.ts'
import type { Access, Recorded, RecorderKind, RecordingNotice, Takes, TargetRecorder } from './recorder-kind.ts'

/** The resource of a subscription. */
export const resourceOf: Record<Takes, string> = {
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

  isSigned(to, _headers, body) {
    const expected = clientStateOf(to)
    const isOurs = ({ clientState }: Notification) => isSameSecret(textOf(clientState) ?? '', expected)
    const sent = notificationsIn(parseObject(body.toString('utf8')))
    return sent.length > 0 && sent.every(isOurs)
  },

  answerSecretCheck: () => null,

  read(event, takes) {
    return notificationsIn(event).flatMap(({ resource, changeType }): RecordingNotice[] => {
      const [, user, meeting, part, id] = resourceForm.exec(textOf(resource) ?? '') ?? []
      if (changeType !== 'created' || part !== partOf[takes]) return []
      const call = `users/${encodeURIComponent(user!)}/onlineMeetings/${encodeURIComponent(meeting!)}`
      const own = `${call}/${part}/${encodeURIComponent(id!)}`
      return [{ key: own, fetchDetails: (access) => fetchDetails(access!, call, own, takes) }]
    })
  },
}

// Only these characters may get into a path.
const resourceForm =
  /^users\('([\w.@-]{1,200})'\)\/onlineMeetings\('([\w.=*+-]{1,500})'\)\/(transcripts|recordings)\('([\w.=*+-]{1,500})'\)$/

type Meeting = {
  subject?: unknown
  joinWebUrl?: unknown
  joinMeetingIdSettings?: { joinMeetingId?: unknown } | null
  participants?: { organizer?: { upn?: unknown } | null } | null
}

async function fetchDetails(access: Access, call: string, own: string, takes: Takes): Promise<Recorded> {
  const meeting = (await access.read(call)) as Meeting
  const { createdDateTime } = (await access.read(own)) as { createdDateTime?: unknown }
  const isTranscript = takes === 'transcript'
  return {
    title: textOf(meeting.subject)?.trim() || 'Teams meeting',
    // The meeting's own start is that of the first meeting of a series.
    startedAt: timeOf(createdDateTime),
    hostEmail: textOf(meeting.participants?.organizer?.upn),
    callLink: linkOf(meeting),
    transcript: isTranscript ? access.download(`${own}/content?$format=text/vtt`) : null,
    media: isTranscript ? null : access.download(`${own}/content`),
  }
}

/** Calendars contain the link with the meeting's thread, or the short link with its number. */
function linkOf({ joinWebUrl, joinMeetingIdSettings }: Meeting): string | null {
  const thread = /meeting_([A-Za-z0-9_-]{10,200})(%40|@)/.exec(String(joinWebUrl))?.[1]
  const number = String(joinMeetingIdSettings?.joinMeetingId ?? '').replaceAll(' ', '')
  const ways = [
    thread && `l/meetup-join/[^ ]*meeting_${thread}(%40|@)`,
    /^\d{9,20}$/.test(number) && `meet/${number}([/?#]|$)`,
  ].filter((way) => way)
  return ways.length > 0 ? `teams\\.(microsoft\\.(com|us)|live\\.com)/(${ways.join('|')})` : null
}
