/** What a browser is asked, and whether its answer is right (WebAuthn, 7.1 and 7.2). */
import { createHash } from 'node:crypto'
import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server'
import type { PasskeyRow } from '../../platform/postgres/tables.ts'
import type { Caller } from '../caller/caller.ts'
import { PasskeyRefused } from './refused.ts'
import type { RelyingParty } from './relying-party.ts'

export type Assertion = AuthenticationResponseJSON
export type Registration = RegistrationResponseJSON
/** In the form of browsers (WebAuthn, 5.1.8 and 5.1.9). */
export type CreationOptions = PublicKeyCredentialCreationOptionsJSON
export type RequestOptions = PublicKeyCredentialRequestOptionsJSON

/** Loaded with the first passkey: it brings readers of certificates. */
const library = () => import('@simplewebauthn/server')

/** EdDSA, ES256, RS256. */
const algorithms = [-8, -7, -257]

const timeoutMs = 300_000

/** Also asked for at a sign-in, so that a key that was found opens nothing. */
const userVerification = 'required'

type Known = Pick<PasskeyRow, 'credential_id' | 'transports'>
const descriptorOf = ({ credential_id, transports }: Known) => ({ id: credential_id.toString('base64url'), transports })

/** What an authenticator keeps of a person: not who they are. 32 bytes. */
export const handleOf = (workspaceId: string, userId: string): Buffer =>
  createHash('sha256').update(`${workspaceId}\n${userId}`).digest()

export async function creationOptions(
  challenge: Buffer,
  { host }: RelyingParty,
  { workspace, user }: Pick<Caller, 'workspace' | 'user'>,
  known: Known[],
): Promise<CreationOptions> {
  const { generateRegistrationOptions } = await library()
  return generateRegistrationOptions({
    rpName: 'Minutebook',
    rpID: host,
    userID: bytes(handleOf(workspace.id, user.id)),
    userName: user.email,
    userDisplayName: user.full_name,
    challenge: bytes(challenge),
    timeout: timeoutMs,
    attestationType: 'none',
    excludeCredentials: known.map(descriptorOf),
    authenticatorSelection: { residentKey: 'required', userVerification },
    supportedAlgorithmIDs: algorithms,
  })
}

/** @param known  null for a sign-in, where nobody is known yet */
export async function requestOptions(
  challenge: Buffer,
  { host }: RelyingParty,
  known: Known[] | null,
): Promise<RequestOptions> {
  const { generateAuthenticationOptions } = await library()
  const allowCredentials = known?.map(descriptorOf) ?? []
  return generateAuthenticationOptions({
    rpID: host,
    challenge: bytes(challenge),
    timeout: timeoutMs,
    userVerification,
    allowCredentials,
  })
}

/** What a browser says that it signed (WebAuthn, 5.8.1). */
export type ClientData = { challenge: string; origin: string }

/** @throws {PasskeyRefused} it cannot be read, or another site had our page inside of its own */
export function readClientData(clientDataJSON: string): ClientData {
  const read = parse(Buffer.from(clientDataJSON, 'base64url').toString('utf8'))
  const { challenge, origin, crossOrigin } = (read ?? {}) as Record<string, unknown>
  if (typeof challenge !== 'string' || typeof origin !== 'string') throw misfit()
  if (crossOrigin === true) throw new PasskeyRefused('The passkey was used inside of another site')
  return { challenge, origin }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** @throws {PasskeyRefused} */
export function requireOrigin({ origin }: ClientData, expected: RelyingParty): void {
  if (origin.toLowerCase() !== expected.origin)
    throw new PasskeyRefused('The passkey was used on a page of another site')
}

type Stored = Pick<PasskeyRow, 'credential_id' | 'public_key' | 'counter'>

/**
 * @param challenge  which has been checked
 * @returns how often the device says that it signed
 * @throws {PasskeyRefused}
 */
export async function verifyAssertion(
  response: Assertion,
  challenge: string,
  { host, origin }: RelyingParty,
  { credential_id, public_key, counter }: Stored,
): Promise<number> {
  const { verifyAuthenticationResponse } = await library()
  // Its own check of the counter comes before that of the signature, and a copy should be told only of a device.
  const credential = { id: credential_id.toString('base64url'), publicKey: bytes(public_key), counter: 0 }
  const expected = { expectedChallenge: challenge, expectedOrigin: origin, expectedRPID: host }
  const { verified, authenticationInfo } = await orMisfit(() =>
    verifyAuthenticationResponse({ response, ...expected, credential, requireUserVerification: true }),
  )
  if (!verified) throw misfit()
  const { newCounter } = authenticationInfo
  const before = Number(counter)
  if (newCounter <= before && (newCounter > 0 || before > 0))
    throw new PasskeyRefused(
      'This passkey seems to have a copy, because it counts backwards; withdraw it, and make a new one',
    )
  return newCounter
}

export type Verified = Pick<PasskeyRow, 'credential_id' | 'public_key' | 'transports'> & { counter: number }

/** @throws {PasskeyRefused} */
export async function verifyRegistration(
  response: Registration,
  challenge: string,
  { host, origin }: RelyingParty,
): Promise<Verified> {
  const { verifyRegistrationResponse } = await library()
  await requireNoCertificates(response)
  const { verified, registrationInfo } = await orMisfit(() =>
    verifyRegistrationResponse({
      response,
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: host,
      supportedAlgorithmIDs: algorithms,
    }),
  )
  if (!verified) throw misfit()
  const { id, publicKey, counter } = registrationInfo.credential
  if (id !== response.id) throw misfit()
  const transports = (response.response.transports ?? []).slice(0, maxTransports)
  return { credential_id: Buffer.from(id, 'base64url'), public_key: Buffer.from(publicKey), counter, transports }
}

/** There are seven in WebAuthn 3. */
const maxTransports = 10

/** We ask for none, and a check of theirs would send requests to addresses in them. @throws {PasskeyRefused} */
async function requireNoCertificates({ response: { attestationObject } }: Registration): Promise<void> {
  const { decodeAttestationObject } = await import('@simplewebauthn/server/helpers')
  const isPlain = await orMisfit(() => {
    const decoded = decodeAttestationObject(bytes(Buffer.from(attestationObject, 'base64url')))
    return decoded.get('fmt') === 'none' || (decoded.get('fmt') === 'packed' && !decoded.get('attStmt').get('x5c'))
  })
  if (!isPlain) throw misfit()
}

const misfit = () => new PasskeyRefused('The answer of the passkey does not fit')

/** Whatever the library says of an answer that a stranger may have made. */
async function orMisfit<Answer>(check: () => Answer | Promise<Answer>): Promise<Answer> {
  try {
    return await check()
  } catch {
    throw misfit()
  }
}

/** As the library's types have it. */
const bytes = (buffer: Buffer) => new Uint8Array(buffer)
