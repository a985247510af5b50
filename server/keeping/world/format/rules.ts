/** Rules for single texts of a world, each with its error message. *Pure.* */
import { isVector } from '../../../making/voices/vectors.ts'
import { isId } from '../../../platform/id.ts'
import { fitsIndex, foldCase, isEmail, isHttpsLink, writtenLanguage } from '../../../platform/text.ts'
import { isDay, readMoment } from '../../../platform/time.ts'

export const rules = {
  id: { isValid: isId, message: 'must be 1 to 64 letters, digits, _ or -, and not the word list or tus' },
  // Empty for actions of the service itself.
  actor: {
    isValid: (text: string) => text === '' || isId(text),
    message: 'must be empty, or 1 to 64 letters, digits, _ or -, and not the word list or tus',
  },
  subdomain: {
    isValid: (text: string) => /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/.test(text),
    message: 'must be a DNS label: at most 63 lowercase letters, digits and hyphens, no hyphen at its ends',
  },
  email: { isValid: isEmail, message: 'must be an e-mail address' },
  // Only the length of invited addresses is checked, because calendars contain all kinds of addresses.
  address: {
    isValid: (text: string) => text !== '' && fitsIndex(foldCase(text)),
    message: 'must not be empty or longer than 1024 bytes',
  },
  guid: {
    isValid: (text: string) => text !== '' && fitsIndex(text),
    message: 'must not be empty or longer than 1024 bytes',
  },
  moment: {
    isValid: (text: string) => readMoment(text) !== null,
    message: 'must be a time with an offset that exists, as 2026-01-31T09:00:00Z or 2026-01-31T10:00:00+01:00',
  },
  day: { isValid: isDay, message: 'must be a day that exists, as 2026-01-31' },
  secret: {
    isValid: (text: string) => /^[\x21-\x7e]{1,256}$/.test(text),
    message: 'must be 1 to 256 ASCII characters without spaces',
  },
  hash: { isValid: (text: string) => /^[0-9a-f]{64}$/i.test(text), message: 'must be a SHA-256 as 64 hex digits' },
  signing: {
    isValid: (text: string) => /^whsec_(?=.)(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/.test(text),
    message: 'must be whsec_ and the key as base64',
  },
  language: {
    isValid: (text: string) => writtenLanguage(text) !== null,
    message: 'must be a language tag such as en or pt-BR, or spoken',
  },
  vector: {
    isValid: (text: string) => isVector(text),
    message: 'must be base64 of 32 to 4,096 numbers of 32 bits, together of length 1',
  },
  link: {
    isValid: isHttpsLink,
    message: 'must be an address that starts with https://, without a user name or password',
  },
  https: {
    isValid: (text: string) => URL.canParse(text) && new URL(text).protocol === 'https:',
    message: 'must be an address that starts with https://',
  },
}
