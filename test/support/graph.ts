/** Microsoft as it documents itself: tokens, subscriptions that ask their address first, meetings, transcripts. */
import assert from 'node:assert/strict'
import type { GraphAddresses } from '../../server/recorders/graph.ts'
import { openReceiver } from './receiver.ts'
import type { World } from './world.ts'

export const application = { tenant_id: '11aa22bb-33cc', client_id: '44dd55ee-66ff', secret: 'cl1ent~secret' }

export const teamsVtt =
  'WEBVTT\n\n00:00:00.500 --> 00:00:04.000\n<v Bo Lindqvist>I will send the deck to Ada by Friday.</v>\n'

export const [user, meeting, transcript] = ['ba321e0d-79ee', 'MSpiYTMyMWUwZC03OWVl', 'MSMjMCMjZDAwYWU3NjUtYzZj']
export const ownPath = `users/${user}/onlineMeetings/${meeting}/transcripts/${transcript}`

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
  }
  const token = 'first-token'
  const link = `https://teams.microsoft.com/l/meetup-join/19%3ameeting_NzIyNzhlMGEtM2YyZC00%40thread.v2/0?context=%7b%7d`

  async function answer(method: string, path: string, body: string): Promise<Fault> {
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
    if (path === `/v1.0/users/${user}/onlineMeetings/${meeting}`) {
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
    if (path === `/v1.0/${ownPath}` || path === `/v1.0/${ownPath.replace('transcripts', 'recordings')}`)
      return json({ id: transcript, createdDateTime: call.started })
    if (path === `/v1.0/${ownPath}/content?$format=text/vtt`) return { status: 200, body: teamsVtt }
    if (path === `/v1.0/${ownPath.replace('transcripts', 'recordings')}/content`)
      return { status: 200, body: 'hello from the call '.repeat(20) }
    return { status: 404, body: '{"error":{"code":"NotFound"}}' }
  }

  /** Microsoft asks the address before it answers. */
  async function subscribe(wanted: Subscription): Promise<Fault> {
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
      } = fault ?? (isOpen ? await answer(method, path, body) : { status: 401 })
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

const json = (body: object): Fault => ({
  status: 200,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
})

/** A notification, as Microsoft sends it for a subscription. */
export const notification = (clientState: string, more: object = {}) => ({
  value: [
    {
      ...{ subscriptionId: 'sub1', changeType: 'created', clientState, tenantId: application.tenant_id },
      ...{ subscriptionExpirationDateTime: '2026-01-10T12:55:00Z' },
      resource: `users('${user}')/onlineMeetings('${meeting}')/transcripts('${transcript}')`,
      resourceData: { id: transcript, '@odata.type': '#Microsoft.Graph.callTranscript' },
      ...more,
    },
  ],
})
