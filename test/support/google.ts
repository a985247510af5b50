/** Google as it documents itself: tokens for delegated people, the directory, Meet, Drive, and pushes of Pub/Sub with their signature. */
import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import { exportJWK, jwtVerify, SignJWT } from 'jose'
import type { GoogleAddresses } from '../../server/making/recorders/google.ts'
import { type Fault, openSubscriptions } from './google-subscriptions.ts'
import { openReceiver } from './receiver.ts'
import type { World } from './world.ts'

const rsa = (modulusLength = 2_048) => generateKeyPairSync('rsa', { modulusLength })

const service = { email: 'minutebook@acme.iam.gserviceaccount.com', ...rsa() }
const signing = rsa()
/** Signs what is not Google's. */
export const strangersKey = rsa().privateKey

/** The file that the console of Google gives out. @param key  another private key */
export const keyFile = (key: KeyObject = service.privateKey, more: object = {}) =>
  JSON.stringify(
    {
      type: 'service_account',
      project_id: 'acme',
      private_key_id: 'k1',
      client_id: '1',
      private_key: key.export({ type: 'pkcs8', format: 'pem' }),
      client_email: service.email,
      token_uri: 'https://elsewhere.test/token',
      ...more,
    },
    null,
    2,
  )
export const shortKey = () => rsa(1_024).privateKey

export const pushAccount = 'push@acme.iam.gserviceaccount.com'
export const topic = 'projects/acme/topics/minutebook'
export const [bo, ada] = ['108000000000000000001', '108000000000000000002']
export const record = 'conferenceRecords/kRyYx8b7vND_sLpR1tG-c'
export const [transcript, recording] = [`${record}/transcripts/t1`, `${record}/recordings/r1`]
const [scopes, directoryScope] = ['https://www.googleapis.com/auth/', 'admin.directory.user.readonly']

const json = (body: object): Fault => ({ status: 200, body: JSON.stringify(body) })
const at = (second: number) => `2026-01-05T09:00:${String(10 + second).padStart(2, '0')}.123456789Z`

export async function openGoogleServer() {
  /** By path, each for one request. */
  const faults = new Map<string, Fault[]>()
  const call = {
    directory: new Map([
      [bo, 'Bo@acme.test'],
      [ada, 'ada@acme.test'],
    ]),
    now: () => new Date('2026-01-10T12:00:00Z'),
    meetingCode: 'abc-mnop-xyz' as unknown,
    entries: 3,
    startTime: at(0) as unknown,
  }

  const idOf = (person: string) => [...call.directory].find(([, email]) => email === person)?.[0]
  const events = openSubscriptions(idOf, () => call.now())

  async function grant(body: string): Promise<Fault> {
    const { grant_type, assertion } = Object.fromEntries(new URLSearchParams(body))
    if (grant_type !== 'urn:ietf:params:oauth:grant-type:jwt-bearer') return { status: 400 }
    // The clock of the test is not that of the library.
    const options = { issuer: service.email, audience: addresses.token, currentDate: call.now() }
    const { payload } = await jwtVerify(assertion!, service.publicKey, options).catch(() => ({ payload: null }))
    if (!payload) return { status: 400, body: '{"error":"invalid_grant"}' }
    return json({ token_type: 'Bearer', expires_in: 3_599, access_token: tokenOf(payload.sub!, String(payload.scope)) })
  }

  /** People are found by id or e-mail. */
  function personIn(key: string): Fault {
    const found = [...call.directory].find((person) => person.some((text) => text.toLowerCase() === key.toLowerCase()))
    return found ? json({ id: found[0], primaryEmail: found[1] }) : { status: 404, body: '{"error":{}}' }
  }

  /** Only the owner of a space may read what was recorded there. */
  function answer(method: string, path: string, token: string, body: string): Fault {
    const [owner, granted] = token.split('_').map((text) => Buffer.from(text, 'hex').toString()) as [string, string]
    const mayAsk = (person: string, scope: string) => owner === person && granted.split(' ').includes(scopes + scope)
    const [, user] = /^\/directory\/users\/([^/?]+)\?viewType=domain_public&fields=id,primaryEmail$/.exec(path) ?? []
    if (user) return mayAsk('ada@acme.test', directoryScope) ? personIn(decodeURIComponent(user)) : { status: 403 }
    if (path.startsWith('/events/')) {
      if (!mayAsk(owner, 'meetings.space.readonly')) return { status: 403 }
      return events.answer(method, new URL(path, 'https://google.test'), owner, body)
    }
    const isOwner = (scope: string) => ['Bo@acme.test', 'ada@acme.test'].some((person) => mayAsk(person, scope))
    if (path.startsWith('/drive/'))
      return isOwner('drive.meet.readonly') && path === '/drive/files/1kuceF_Zo-h?alt=media'
        ? { status: 200, headers: { 'content-type': 'video/mp4' }, body: 'hello from the call '.repeat(20) }
        : { status: 404 }
    if (!isOwner('meetings.space.readonly')) return { status: 403 }
    const found = meet(path.replace(/^\/v2\//, ''))
    return found ? json(found) : { status: 404, body: '{"error":{"code":404}}' }
  }

  function meet(path: string): object | null {
    const { meetingCode, startTime } = call
    const person = (name: string, more: object) => ({ name: `${record}/participants/${name}`, ...more })
    const url = new URL(path, 'https://meet.googleapis.com')
    const page = Number(url.searchParams.get('pageToken') || 0)
    const known: Record<string, () => object> = {
      [record]: () => ({ name: record, space: 'spaces/jQCFfuBOdN5z', startTime: '2026-01-05T08:59:00Z' }),
      [transcript]: () => ({ name: transcript, state: 'FILE_GENERATED', startTime }),
      [recording]: () => ({ name: recording, startTime, driveDestination: { file: '1kuceF_Zo-h', exportUri: 'x' } }),
      'spaces/jQCFfuBOdN5z': () => ({ meetingCode, meetingUri: `https://meet.google.com/${meetingCode}` }),
      [`${record}/participants`]: () =>
        page === 0
          ? {
              participants: [person('p1', { signedinUser: { user: `users/${bo}`, displayName: 'Bo Lindqvist' } })],
              nextPageToken: '1',
            }
          : {
              participants: [
                person('p2', { anonymousUser: { displayName: 'A guest' } }),
                person('p3', { phoneUser: { displayName: '+49 30 ***' } }),
              ],
            },
      // Pages may have fewer entries than asked for.
      [`${transcript}/entries`]: () => ({
        transcriptEntries: Array.from({ length: Math.min(2, call.entries - page) }, (_, index) => ({
          name: `${transcript}/entries/${page + index}`,
          participant: `${record}/participants/p${page + index + 1}`,
          text: `I will send the deck number ${page + index} to Ada by Friday.`,
          languageCode: 'en-US',
          startTime: at(page + index),
          endTime: at(page + index + 1),
        })),
        ...(page + 2 < call.entries && { nextPageToken: String(page + 2) }),
      }),
    }
    return known[url.pathname.slice(1)]?.() ?? null
  }

  const receiver = await openReceiver({
    answering: async ({ method, path, headers, body }, response) => {
      const own = async () => {
        if (path === '/token') return grant(body)
        if (path === '/certs')
          return json({ keys: [{ ...(await exportJWK(signing.publicKey)), kid: 'g1', alg: 'RS256', use: 'sig' }] })
        const token = /^Bearer ([0-9a-f]+_[0-9a-f]+)$/.exec(headers.authorization ?? '')?.[1]
        return token ? answer(method, path, token, body) : { status: 401 }
      }
      const { status, headers: sent, body: text } = faults.get(path)?.shift() ?? ((await own()) as Fault)
      response.writeHead(status, sent).end(text)
    },
  })
  const [token, keys] = [receiver.url('/token'), receiver.url('/certs')]
  const [directory, meetAt, drive] = [receiver.url('/directory'), receiver.url('/v2'), receiver.url('/drive')]
  const addresses: GoogleAddresses = { token, keys, directory, meet: meetAt, drive, events: receiver.url('/events') }
  return { receiver, faults, call, events, addresses, [Symbol.asyncDispose]: () => receiver[Symbol.asyncDispose]() }
}

/** Who may ask, and for what. */
export const tokenOf = (person: string, scope: string) =>
  [person, scope].map((text) => Buffer.from(text).toString('hex')).join('_')

type Sent = { claims?: object; key?: KeyObject; kid?: string; alg?: string; authorization?: string }

/** Pushes a message as Pub/Sub does. */
export async function push(world: World, path: string, body: unknown, sent: Sent = {}) {
  const now = Math.floor(world.base.clock().getTime() / 1_000)
  const { key = signing.privateKey, kid = 'g1', alg = 'RS256', claims } = sent
  const token = await new SignJWT({
    iss: 'https://accounts.google.com',
    aud: `https://minutebook.test${path}`,
    sub: '1137',
    azp: '1137',
    email: pushAccount,
    email_verified: true,
    iat: now,
    exp: now + 3_600,
    ...claims,
  })
    .setProtectedHeader({ alg, kid, typ: 'JWT' })
    .sign(key)
  return world.post(path, undefined, body, { headers: { authorization: sent.authorization ?? `Bearer ${token}` } })
}

/** The message of an event, as Google Workspace publishes it. */
export function message(
  part: 'transcript' | 'recording',
  {
    name = part === 'transcript' ? transcript : recording,
    attributes = {},
    data,
  }: { name?: unknown; attributes?: object; data?: unknown } = {},
) {
  return {
    message: {
      attributes: {
        'ce-type': `google.workspace.meet.${part}.v2.fileGenerated`,
        'ce-specversion': '1.0',
        'ce-id': 'e1',
        'ce-source': '//workspaceevents.googleapis.com/subscriptions/s1',
        'ce-time': at(30),
        'ce-subject': `//cloudidentity.googleapis.com/users/${bo}`,
        'ce-datacontenttype': 'application/json',
        ...attributes,
      },
      data: data ?? Buffer.from(JSON.stringify({ [part]: { name } })).toString('base64'),
      messageId: '2070443601311540',
      publishTime: at(30),
    },
    subscription: 'projects/acme/subscriptions/minutebook',
  }
}
