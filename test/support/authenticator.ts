/**
 * A device with passkeys and the browser before it, written from WebAuthn (5.8.1, 6.1, 6.5) and RFC 9053: ES256 keys,
 * attestation `none`. What a real one would not do is asked for by name.
 */
import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'

// biome-ignore lint/suspicious/noExplicitAny: options as the service sends them
type Options = any
type Key = { id: Buffer; rpId: string; handle: string; private: KeyObject; counter: number }

/** What an answer has in place of the right value. */
type Odd = {
  origin?: string
  challenge?: string
  type?: string
  rpId?: string
  flags?: number
  counter?: number
  crossOrigin?: boolean
  handle?: string | null
  key?: KeyObject
  attStmt?: Map<string, unknown>
  fmt?: string
}

const [present, verified, withKey] = [0x01, 0x04, 0x40]
export const onlyPresent = present

/** @param origin  of the page that asks @param counts  whether it counts its signatures; those that are synchronized do not */
export function openAuthenticator(origin: string, { counts = true } = {}) {
  let keys: Key[] = []
  const clientData = (type: string, challenge: string, odd: Odd) =>
    Buffer.from(
      JSON.stringify({
        type: odd.type ?? type,
        challenge: odd.challenge ?? challenge,
        origin: odd.origin ?? origin,
        crossOrigin: odd.crossOrigin ?? false,
      }),
    )
  const data = (rpId: string, flags: number, counter: number) => {
    const count = Buffer.alloc(4)
    count.writeUInt32BE(counter)
    return Buffer.concat([createHash('sha256').update(rpId).digest(), Buffer.of(flags), count])
  }

  function create(options: Options, odd: Odd = {}) {
    const id = randomBytes(32)
    const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const { x, y } = publicKey.export({ format: 'jwk' })
    const point = (text?: string) => Buffer.from(text!, 'base64url')
    const cose = new Map<number, unknown>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, point(x)],
      [-3, point(y)],
    ])
    const rpId = odd.rpId ?? options.rp.id
    const length = Buffer.alloc(2)
    length.writeUInt16BE(id.length)
    const head = data(rpId, odd.flags ?? present | verified | withKey, odd.counter ?? 0)
    const authData = Buffer.concat([head, Buffer.alloc(16), length, id, cbor(cose)])
    const attestation = new Map<string, unknown>([
      ['fmt', odd.fmt ?? 'none'],
      ['attStmt', odd.attStmt ?? new Map()],
      ['authData', authData],
    ])
    keys.push({ id, rpId, handle: options.user.id, private: privateKey, counter: 0 })
    return {
      ...credential(id),
      response: {
        clientDataJSON: clientData('webauthn.create', options.challenge, odd).toString('base64url'),
        attestationObject: cbor(attestation).toString('base64url'),
        transports: ['internal'],
      },
    }
  }

  /** The newest passkey for this site, of those that the options name. */
  function get(options: Options, odd: Odd = {}) {
    const allowed = (options.allowCredentials ?? []).map(({ id }: { id: string }) => id)
    const key = keys.findLast(
      ({ rpId, id }) => rpId === options.rpId && (allowed.length === 0 || allowed.includes(id.toString('base64url'))),
    )!
    if (counts) key.counter += 1
    const signed = clientData('webauthn.get', options.challenge, odd)
    const authenticatorData = data(odd.rpId ?? key.rpId, odd.flags ?? present | verified, odd.counter ?? key.counter)
    const base = Buffer.concat([authenticatorData, createHash('sha256').update(signed).digest()])
    const handle = odd.handle === undefined ? key.handle : odd.handle
    return {
      ...credential(key.id),
      response: {
        clientDataJSON: signed.toString('base64url'),
        authenticatorData: authenticatorData.toString('base64url'),
        signature: sign('sha256', base, odd.key ?? key.private).toString('base64url'),
        ...(handle !== null && { userHandle: handle }),
      },
    }
  }

  return {
    create,
    get,
    /** Another device with the same keys, as they are now. */
    copy() {
      const other = openAuthenticator(origin, { counts })
      other.keep(keys.map((key) => ({ ...key })))
      return other
    },
    keep(others: Key[]) {
      keys = others
    },
  }
}

const credential = (id: Buffer) => ({
  id: id.toString('base64url'),
  rawId: id.toString('base64url'),
  type: 'public-key',
  clientExtensionResults: {},
  authenticatorAttachment: 'platform',
})

/** The part of CBOR that WebAuthn needs (RFC 8949): numbers, bytes, texts, lists and maps. */
export function cbor(value: unknown): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value)
  if (value instanceof Uint8Array) return Buffer.concat([head(2, value.length), value])
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (Array.isArray(value)) return Buffer.concat([head(4, value.length), ...value.map(cbor)])
  const entries = [...(value as Map<unknown, unknown>)]
  return Buffer.concat([head(5, entries.length), ...entries.flatMap((entry) => entry.map(cbor))])
}

function head(major: number, value: number): Buffer {
  if (value < 24) return Buffer.of((major << 5) | value)
  if (value < 256) return Buffer.of((major << 5) | 24, value)
  return Buffer.of((major << 5) | 25, value >> 8, value & 255)
}
