/** The key of a Google service account, as the JSON file that an administrator downloads. */
import { createPrivateKey, type KeyObject } from 'node:crypto'
import { SignJWT } from 'jose'

export type ServiceAccount = { email: string; key: KeyObject }

/** RS256 wants no less; longer ones only take time. */
const [leastBits, mostBits] = [2_048, 4_096]

/** Of its other fields none is used: an address in it could be anybody's. @returns null if it is no such key */
export function readServiceAccount(text: string): ServiceAccount | null {
  try {
    const { client_email: email, private_key: pem } = JSON.parse(text)
    if (typeof email !== 'string' || !/^[^@\s]{1,200}@[^@\s]{1,200}$/.test(email) || typeof pem !== 'string')
      return null
    const key = createPrivateKey(pem)
    const bits = key.asymmetricKeyDetails?.modulusLength ?? 0
    return key.asymmetricKeyType === 'rsa' && bits >= leastBits && bits <= mostBits ? { email, key } : null
  } catch {
    return null
  }
}

export type Claim = { person: string; scope: string; audience: string; now: Date }

/** Asks for a token that acts as a person. @see RFC 7523 */
export function signAssertion(
  { email, key }: ServiceAccount,
  { person, scope, audience, now }: Claim,
): Promise<string> {
  const seconds = Math.floor(now.getTime() / 1_000)
  return new SignJWT({ scope })
    .setProtectedHeader({ alg: 'RS256', typ: 'JWT' })
    .setIssuer(email)
    .setSubject(person)
    .setAudience(audience)
    .setIssuedAt(seconds)
    .setExpirationTime(seconds + 600)
    .sign(key)
}
