/**
 * Published recordings of BigBlueButton, by `rap-publish-ended` of its webhooks, by the call of `bbb-recording-ready-url`,
 * or found in the list of recordings. *Pure.*
 * @see https://docs.bigbluebutton.org/development/api and https://docs.bigbluebutton.org/development/webhooks
 */
import { createHash } from 'node:crypto'
import { decodeJwt, errors, jwtVerify } from 'jose'
import { EngineError } from '../../../platform/errors.ts'
import { childOf, childrenOf, textIn, type XmlElement } from '../../../platform/read-xml.ts'
import { isSameSecret } from '../../../platform/secrets.ts'
import { isoOf, objectsIn } from './bot-values.ts'
import { linkLike, roomLink } from './call-links.ts'
import { parseObject, textOf } from './read-values.ts'
import type { Access, Download, Recorded, RecorderKind } from './recorder-kind.ts'

/** An event in one form for all ways in which a recording becomes known. */
export type PublishedEvent = { published: string[] }

export const bigBlueButton: RecorderKind = {
  answerAddressCheck: () => null,

  async isSigned({ secret, url }, { headers, query, body }) {
    const token = tokenIn(body)
    if (token !== null) return isSignedToken(token, secret)
    // Webhooks with `auth2_0` send the secret itself.
    if (isSameSecret(String(headers.authorization), `Bearer ${secret}`)) return true
    const { checksum } = (query ?? {}) as { checksum?: unknown }
    const given = textOf(checksum) ?? ''
    const algorithm = Object.hasOwn(algorithmOfLength, given.length) ? algorithmOfLength[given.length]! : null
    return algorithm !== null && isSameSecret(given, checksumOf(algorithm, url, body, secret))
  },

  parseBody(body): PublishedEvent {
    const token = tokenIn(body)
    if (token !== null) return { published: [idIn(decodeJwt(token).record_id)] }
    const events = objectsIn([parseJson(fieldsOf(body).get('event') ?? '')].flat())
    return {
      published: events
        .map(({ data }) => (data ?? {}) as Told)
        .filter(isPublished)
        .map(recordOf),
    }
  },

  answerSecretCheck: () => null,

  read(given) {
    const { published } = given as PublishedEvent
    const ids = [...new Set(published)].filter(isRecordId)
    const recordings = ids.map((id) => ({
      key: keyOfRecording(id),
      event: { published: [id] } satisfies PublishedEvent,
      fetchDetails: (access: Access | null, now: Date) => fetchDetails(access!, id, now),
    }))
    return { recordings, problem: published.every(isRecordId) ? null : unknownRecording }
  },
}

const unknownRecording = 'BigBlueButton announced a recording under an id of an unknown form'

export const isRecordId = (id: string) => /^[\w-]{1,128}$/.test(id)

export const keyOfRecording = (id: string) => `recording ${id}`

/** By the number of digits of a checksum. Older servers know only SHA-1. */
const algorithmOfLength: Record<number, string> = { 40: 'sha1', 64: 'sha256', 96: 'sha384', 128: 'sha512' }

/** Of the parts, one after the other; the last is the secret. */
export function checksumOf(algorithm: string, ...parts: (string | Buffer)[]): string {
  const hash = createHash(algorithm)
  for (const part of parts) hash.update(part)
  return hash.digest('hex')
}

/** A form has to be parsed to find the token, and anybody can send one of a million fields. */
const [tokenField, maxTokenBytes] = ['signed_parameters', 65_536]

/** The token of `bbb-recording-ready-url`, which is all that it sends; null in the form of a webhook. */
const tokenIn = (body: Buffer) =>
  body.length <= maxTokenBytes && body.subarray(0, tokenField.length + 1).toString('latin1') === `${tokenField}=`
    ? fieldsOf(body).get(tokenField)
    : null

const fieldsOf = (body: Buffer) => new URLSearchParams(body.toString('utf8'))

async function isSignedToken(token: string, secret: string): Promise<boolean> {
  try {
    await jwtVerify(token, Buffer.from(secret), { algorithms: ['HS256'] })
    return true
  } catch (error) {
    if (error instanceof errors.JOSEError) return false
    throw error
  }
}

type Told = { id?: unknown; attributes?: { 'record-id'?: unknown; success?: unknown } | null }

const isPublished = ({ id, attributes }: Told) => id === 'rap-publish-ended' && attributes?.success !== false

const recordOf = ({ attributes }: Told) => idIn(attributes?.['record-id'])

/** An id of an unknown form stays one: it is told. */
const idIn = (value: unknown) => textOf(value) ?? ''

/** The event is one object, or a list of them. */
function parseJson(text: string): unknown {
  const list = /^\s*\[/.test(text) ? parseObject(`{"list":${text}}`).list : parseObject(text)
  return list ?? []
}

/**
 * A repeated event is known for a week by its recording, so an older recording must be refused before it is forgotten,
 * or a rebuilt one would be imported again.
 */
const maxAgeMs = 6 * 86_400_000

/** How far its clock may be ahead. A recording of next year would be young for ever. */
const maxAheadMs = 3_600_000

export type Published = { id: string; endedAt: number; element: XmlElement }

/** @param answer  to `getRecordings` */
export const recordingsIn = (answer: XmlElement): Published[] =>
  childrenOf(childOf(answer, 'recordings'), 'recording').map((element) => ({
    id: textIn(element, 'recordID'),
    endedAt: Number(textIn(element, 'endTime')),
    element,
  }))

/** Whether its call ended lately. What has no time has none that could be trusted. */
export const isRecent = ({ endedAt }: Published, now: Date) =>
  endedAt > now.getTime() - maxAgeMs && endedAt <= now.getTime() + maxAheadMs

async function fetchDetails(access: Access, id: string, now: Date): Promise<Recorded | null> {
  const recording = (await access.read(id)) as Published
  if (!isRecent(recording, now)) return null
  const { element } = recording
  const metadata = childOf(element, 'metadata')
  return {
    title: textIn(element, 'name') || textIn(metadata, 'meetingName') || null,
    startedAt: isoOf(Number(textIn(element, 'startTime'))),
    hostEmail: textIn(metadata, 'minutebook-user').toLowerCase() || null,
    callLink: linkLike(textIn(metadata, 'minutebook-link')) ?? roomLink(textIn(element, 'meetingID')),
    transcript: null,
    media: await findSound(access, element),
  }
}

/** The smallest first. @throws {EngineError} a format may be published later than another */
async function findSound(access: Access, recording: XmlElement): Promise<Download> {
  for (const url of soundsOf(recording)) if (await access.find(url)) return { url, auth: null }
  throw new EngineError(noSound, { retryable: true })
}

const noSound =
  'The recording has no sound that can be fetched; BigBlueButton must publish it as podcast, video or presentation'

/** Where its formats have their files: the list of recordings names only the page of two of them. */
function soundsOf(recording: XmlElement): string[] {
  const pages = new Map(
    childrenOf(childOf(recording, 'playback'), 'format').map((format) => [
      textIn(format, 'type'),
      URL.parse(textIn(format, 'url')),
    ]),
  )
  const [podcast, video, presentation] = ['podcast', 'video', 'presentation'].map((type) => pages.get(type))
  const own = presentation && `${presentation.origin}/presentation/${textIn(recording, 'recordID')}`
  return [
    ...(podcast ? [podcast.href] : []),
    ...(own ? [`${own}/audio/audio.webm`, `${own}/audio/audio.ogg`] : []),
    ...(video
      ? ['m4v', 'mp4', 'webm'].map((kind) => `${video.origin}${video.pathname.replace(/\/?$/, '/')}video-0.${kind}`)
      : []),
    ...(own ? [`${own}/video/webcams.webm`, `${own}/video/webcams.mp4`] : []),
  ]
}
