/** Secrets of a grant: their form, and whether a received one is right (RFC 7636). *Pure.* */
import { hash, randomBytes } from 'node:crypto'
import { isSameSecret } from '../../../platform/secrets.ts'

export const accessPrefix = 'mba_'
const [codePrefix, refreshPrefix] = ['mbc_', 'mbr_']

const newPart = () => randomBytes(32).toString('base64url')

export const newCode = () => codePrefix + newPart()
export const newAccess = () => accessPrefix + newPart()

/** `family` stays for the life of the grant; `turn` is new with each refresh. */
export type RefreshParts = { family: string; turn: string }

export const newRefresh = (family = newPart()): RefreshParts => ({ family, turn: newPart() })
export const printRefresh = ({ family, turn }: RefreshParts) => `${refreshPrefix}${family}.${turn}`

export function readRefresh(token: string): RefreshParts | null {
  const [, family, turn] = /^mbr_([\w-]{43})\.([\w-]{43})$/.exec(token) ?? []
  return family && turn ? { family, turn } : null
}

/** 256 random bits need no slow hash. */
export const hashOf = (secret: string): Buffer => hash('sha256', secret, 'buffer')

export const challengePattern = '^[A-Za-z0-9_-]{43}$'

/** Only S256: with method `plain` the challenge is the verifier itself and protects nothing. */
export function isVerifier(verifier: string, challenge: string): boolean {
  if (!/^[A-Za-z0-9._~-]{43,128}$/.test(verifier)) return false
  return isSameSecret(hash('sha256', verifier, 'base64url'), challenge)
}
