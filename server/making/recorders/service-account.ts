/** The key of a Google service account: the JSON file that an administrator downloads. */
import { createPrivateKey, type KeyObject } from 'node:crypto'
import { SignJWT } from 'jose'

/** `project` is Google's id of the account's project; the account's e-mail if the file does not name it. */
export type ServiceAccount = { email: string; project: string; key: KeyObject }

/** RS256 needs at least 2,048 bits. Keys over 4,096 bits are only slower. */
const [minBits, maxBits] = [2_048, 4_096]

/** Ignores all other fields, because the file's URLs could point anywhere. @returns null if it is not such a key */
export function readServiceAccount(text: string): ServiceAccount | null {
  try {
    const { client_email: email, private_key: pem, project_id } = JSON.parse(text)
    if (typeof email !== 'string' || !/^[^@\s]{1,200}@[^@\s]{1,200}$/.test(email) || typeof pem !== 'string')
      return null
    const key = createPrivateKey(pem)
    const bits = key.asymmetricKeyDetails?.modulusLength ?? 0
    const project = typeof project_id === 'string' ? project_id : email
    return key.asymmetricKeyType === 'rsa' && bits >= minBits && bits <= maxBits ? { email, project, key } : null
  } catch {
    return null
  }
}

export type Claim = { person: string; scope: string; audience: string; now: Date }

/** Signs a request for a token with which the account acts as the person. @see RFC 7523 */
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
