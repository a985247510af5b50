/** Microsoft as it documents itself: tokens, subscriptions that ask their address first, meetings, transcripts. */
import assert from 'node:assert/strict'
import type { GraphAddresses } from '../../server/making/recorders/graph.ts'
import { graphSubscription } from './published/microsoft-graph.ts'
import { problemOf } from './published/published.ts'
import { openReceiver } from './receiver.ts'
import type { World } from './world.ts'

export const application = { tenant_id: '11aa22bb-33cc', client_id: '44dd55ee-66ff', secret: 'cl1ent~secret' }

export const teamsVtt =
  'WEBVTT\n\n00:00:00.500 --> 00:00:04.000\n<v Bo Lindqvist>I will send the deck to Ada by Friday.</v>\n'

/** An id of a meeting is made of its organizer and thread, as in every example that Microsoft publishes. */
export const user = 'ba321e0d-79ee-478d-8e28-85a19507f456'
export const meeting = Buffer.from(`1*${user}*0**19:meeting_NzIyNzhlMGEtM2YyZC00@thread.v2`).toString('base64')
export const transcript = 'MSMjMCMjZDAwYWU3NjUtYzZj'
const meetingPath = `users/${user}/onlineMeetings/${encodeURIComponent(meeting)}`
export const ownPath = `${meetingPath}/transcripts/${transcript}`
/** A meeting whose id does not tell its organizer. */
export const opaqueMeeting = 'AAMkAGI2'

type Subscription = { resource: string; notificationUrl: string; clientState: string; expirationDateTime: string }
type Fault = { status: number; headers?: Record<string, string>; body?: string }

/** @param world  what its subscriptions ask for proof, by the address that they name */
export async function openMicrosoft(world: () => World) {
  const subscriptions = new Map<string, Subscription>()
  /** By path, each for one request. */
  const faults = new Map<string, Fault[]>()
  const call = {
    subject: 'Weekly',
    organizer: 'bo@acme.test',
    joinMeetingId: '234 567 890 12',
    started: '2026-01-05T09:00:10.1234567Z',
    vtt: teamsVtt,
    /** What a tenant's administrator forbids by default, since July 2026; `other` is a reason that nobody documents. */
    forbids: null as 'GraphAccessToTranscriptsDisabled' | 'SpeakerAttributionNotAllowed' | 'other' | null,
  }
  const token = 'first-token'
  const link = `https://teams.microsoft.com/l/meetup-join/19%3ameeting_NzIyNzhlMGEtM2YyZC00%40thread.v2/0?context=%7b%7d`

  async function answer(method: string, path: string, body: string, accept: string): Promise<Fault> {
    if (path === `/login/${application.tenant_id}/oauth2/v2.0/token`) {
      const form = Object.fromEntries(new URLSearchParams(body))
      const { client_id, client_secret, grant_type } = form
      if (client_id !== application.client_id || client_secret !== application.secret)
        return { status: 401, body: '{"error":"invalid_client"}' }
      assert.equal(grant_type, 'client_credentials')
      return json({ token_type: 'Bearer', expires_in: 3_599, access_token: token })
    }
    if (path === '/v1.0/subscriptions' && method === 'POST') return subscribe(JSON.parse(body))
    const id = /^\/v1\.0\/subscriptions\/(\w+)$/.exec(path)?.[1]
    if (id && method === 'PATCH') {
      if (!subscriptions.has(id)) return { status: 404, body: '{"error":{}}' }
      Object.assign(subscriptions.get(id)!, JSON.parse(body))
      return json({ id })
    }
    if (path === `/v1.0/${meetingPath}` || path === `/v1.0/users/${user}/onlineMeetings/${opaqueMeeting}`) {
      const { subject, organizer, joinMeetingId } = call
      const participants = { organizer: { upn: organizer, role: 'presenter' } }
      // Of a series, this is the start of the first.
      return json({
        subject,
        participants,
        joinWebUrl: link,
        joinMeetingIdSettings: { joinMeetingId },
        startDateTime: '2025-01-06T09:00:00Z',
      })
    }
    if (path === `/v1.0/${ownPath.replace('transcripts', 'recordings')}`)
      return json({ id: transcript, createdDateTime: call.started })
    const part = path.replace(`onlineMeetings/${opaqueMeeting}`, `onlineMeetings/${encodeURIComponent(meeting)}`)
    if (part === `/v1.0/${ownPath}`) return json({ id: transcript, createdDateTime: call.started })
    if (path === `/v1.0/communications/onlineMeetings/${opaqueMeeting}/transcripts/${transcript}`)
      return json({ id: transcript, meetingOrganizer: { application: null, device: null, user: { id: user } } })
    if (part.startsWith(`/v1.0/${ownPath}/`)) return transcriptAnswer(part.slice(`/v1.0/${ownPath}`.length), accept)
    if (path === `/v1.0/${ownPath.replace('transcripts', 'recordings')}/content`)
      return { status: 200, body: 'hello from the call '.repeat(20) }
    return { status: 404, body: '{"error":{"code":"NotFound"}}' }
  }

  function transcriptAnswer(form: string, accept: string): Fault {
    const { forbids, vtt } = call
    if (form === '/metadataContent' && (forbids === null || forbids === 'other')) return { status: 200, body: metadata }
    if (form === '/content' && accept === 'application/vnd.microsoft.graph.transcript+text' && forbids !== null)
      return forbids === 'SpeakerAttributionNotAllowed' ? { status: 200, body: unattributed } : forbidden(forbids)
    if (forbids !== null) return forbidden(forbids)
    return form === '/content?$format=text/vtt' ? { status: 200, body: vtt } : { status: 400 }
  }

  /** Microsoft asks the address before it answers. */
  async function subscribe(wanted: Subscription): Promise<Fault> {
    assert.equal(problemOf(graphSubscription, Object.entries(wanted)), null)
    // A longer one would need a second address.
    assert(Date.parse(wanted.expirationDateTime) - world().base.clock().getTime() <= 3_600_000)
    const asked = 'Validation: Testing client application reachability for subscription <x>'
    const path = new URL(wanted.notificationUrl).pathname
    const proof = await world().request('POST', `${path}?validationToken=${encodeURIComponent(asked)}`, {
      headers: { 'content-type': 'text/plain' },
    })
    if (proof.status !== 200 || proof.text !== asked || !proof.headers['content-type']!.startsWith('text/plain'))
      return { status: 400, body: '{"error":{"code":"ValidationError"}}' }
    const id = `sub${subscriptions.size + 1}`
    subscriptions.set(id, wanted)
    return { ...json({ id, ...wanted }), status: 201 }
  }

  const receiver = await openReceiver({
    answering: async ({ method, path, headers, body }, response) => {
      const fault = faults.get(path)?.shift()
      const isOpen = path.startsWith('/login/') || headers.authorization === `Bearer ${token}`
      const {
        status,
        headers: sent,
        body: text,
      } = fault ?? (isOpen ? await answer(method, path, body, String(headers.accept)) : { status: 401 })
      response.writeHead(status, sent).end(text)
    },
  })
  return {
    receiver,
    subscriptions,
    faults,
    call,
    link,
    addresses: { login: receiver.url('/login'), graph: receiver.url('/v1.0') } satisfies GraphAddresses,
    [Symbol.asyncDispose]: () => receiver[Symbol.asyncDispose](),
  }
}

const forbidden = (code: string): Fault => ({
  status: 403,
  body: JSON.stringify({
    error: { code: 'Forbidden', message: 'No.', ...(code !== 'other' && { innerError: { code } }) },
  }),
})

const unattributed =
  '00:00:01.500 --> 00:00:04.000 \n\nHello, thanks for joining. \n\n00:00:04.000 --> 00:00:07.200 \n\nGlad to be here. \n'

const metadata = `WEBVTT

00:00:16.246 --> 00:00:17.726
{"startDateTime":"2026-01-05T09:00:26.4+00:00","speakerName":"Bo <Lindqvist>","spokenText":"Is 1 < 2 & 3?","spokenLanguage":"en-us"}
`

const json = (body: object): Fault => ({
  status: 200,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
})

/** A notification, as Microsoft documents it for a subscription without resource data. */
export const notification = (clientState: string, more: object = {}) => ({
  value: [
    {
      subscriptionId: 'sub1',
      changeType: 'created',
      clientState,
      tenantId: application.tenant_id,
      subscriptionExpirationDateTime: '2026-01-10T12:55:00Z',
      resource: resourceOf('transcripts'),
      resourceData: {
        id: transcript,
        '@odata.type': '#Microsoft.Graph.callTranscript',
        '@odata.id': resourceOf('transcripts'),
      },
      ...more,
    },
  ],
})

export const resourceOf = (part: 'transcripts' | 'recordings', of = meeting) =>
  `communications/onlineMeetings('${of}')/${part}('${transcript}')`
