/**
 * Transcripts and recordings of Google Meet, by events of Google Workspace that Pub/Sub pushes. *Pure.*
 * @see https://developers.google.com/workspace/events/guides/events-meet
 * @see https://cloud.google.com/pubsub/docs/authenticate-push-subscriptions
 */
import { errors, jwtVerify } from 'jose'
import { meetLink } from './call-links.ts'
import { readMeetTranscript } from './meet-transcript.ts'
import { parseObject, requireFound, textOf, timeOf } from './read-values.ts'
import type { Access, Recorded, RecorderKind, Takes } from './recorder-kind.ts'

const partOf = { transcript: 'transcript', media: 'recording' } as const

/** The type of the events that a subscription asks for. */
export const subscribedEvent = (takes: Takes) => `google.workspace.meet.${partOf[takes]}.v2.fileGenerated`

/** Google tells these to every subscription. */
const endings = /^google\.workspace\.events\.subscription\.v1\.(suspended|expirationReminder|expired)$/

const options = { issuer: 'https://accounts.google.com', algorithms: ['RS256'], requiredClaims: ['exp'] }

export const meet: RecorderKind = {
  answerAddressCheck: () => null,

  async isSigned({ url, pushAccount, googleKeys }, { headers }, now) {
    const token = /^Bearer ([\w.-]{1,4096})$/i.exec(String(headers.authorization))?.[1]
    if (token === undefined || pushAccount === null) return false
    try {
      const { payload } = await jwtVerify(token, googleKeys, { ...options, audience: url, currentDate: now })
      return payload.email === pushAccount && payload.email_verified === true
    } catch (error) {
      if (error instanceof errors.JOSEError) return false
      throw error
    }
  },

  answerSecretCheck: () => null,

  read(given, takes) {
    const { attributes, data } = (given as { message?: PubSubMessage | null }).message ?? {}
    const part = partOf[takes]
    const type = textOf(attributes?.['ce-type']) ?? ''
    if (endings.test(type)) return { recordings: [], problem: null, endingSubscription: subscriptionIn(data) }
    if (!attributes || type !== subscribedEvent(takes)) return { recordings: [], problem: null }
    const { name } = (parse(data)[part] ?? {}) as { name?: unknown }
    const [own, record] = nameForm[takes].exec(textOf(name) ?? '') ?? []
    if (own === undefined || record === undefined) return { recordings: [], problem: unknownName }
    const hostId = /^\/\/cloudidentity\.googleapis\.com\/users\/(\d{1,30})$/.exec(
      textOf(attributes['ce-subject']) ?? '',
    )?.[1]
    const fetch = (access: Access | null) => fetchDetails(access!, record, own, takes)
    return { recordings: [{ key: own, hostId: hostId ?? null, fetchDetails: fetch }], problem: null }
  },
}

const unknownName = 'Google announced a recording under a name of an unknown form'

/** The name of a subscription has the form of a path. */
export const subscriptionForm = /^subscriptions\/[\w-]{1,200}$/

function subscriptionIn(data: unknown): string | null {
  const { subscription } = parse(data) as { subscription?: { name?: unknown } | null }
  return subscriptionForm.exec(textOf(subscription?.name) ?? '')?.[0] ?? null
}

type PubSubMessage = { attributes?: Record<string, unknown> | null; data?: unknown }

// Only these characters may get into a path.
const nameForm: Record<Takes, RegExp> = {
  transcript: /^(conferenceRecords\/[\w-]{1,200})\/transcripts\/[\w-]{1,200}$/,
  media: /^(conferenceRecords\/[\w-]{1,200})\/recordings\/[\w-]{1,200}$/,
}

const parse = (data: unknown) => parseObject(Buffer.from(textOf(data) ?? '', 'base64').toString('utf8'))

async function fetchDetails(access: Access, record: string, own: string, takes: Takes): Promise<Recorded> {
  const { space } = (await access.read(record)) as { space?: unknown }
  const made = (await access.read(own)) as { startTime?: unknown; driveDestination?: { file?: unknown } | null }
  const startedAt = timeOf(made.startTime)
  const isTranscript = takes === 'transcript'
  return {
    title: null,
    startedAt,
    hostEmail: access.person,
    callLink: await linkOf(access, space),
    transcript: isTranscript ? () => readMeetTranscript(access, record, own, startedAt) : null,
    media: isTranscript ? null : access.download(`files/${fileOf(made.driveDestination?.file)}?alt=media`),
  }
}

async function linkOf(access: Access, space: unknown): Promise<string | null> {
  if (!/^spaces\/[\w-]{1,200}$/.test(String(space))) return null
  const { meetingCode } = (await access.read(String(space))) as { meetingCode?: unknown }
  return meetLink(String(meetingCode))
}

const fileOf = (file: unknown) => requireFound(/^[\w-]{1,200}$/.exec(textOf(file) ?? '')?.[0] ?? null)
