/**
 * The UID that calendar files have for a meeting of Outlook. Graph gives its Global Object ID as `iCalUId`; that of a moved
 * occurrence has the day of the occurrence in it, and one that came from another calendar wraps the UID of that.
 * *Pure.* @see MS-OXOCAL 2.2.1.27 and 2.2.1.28, MS-OXCICAL 2.1.3.1.1.20.26
 */
import { trimEndOf } from '../../platform/text.ts'

const globalObjectId = /^040000008200E00074C5B7101A82E008(?:[0-9A-F]{2}){25,}$/i
const wrapper = Buffer.from('vCal-Uid\x01\0\0\0', 'latin1')
const [day, size, data] = [16, 36, 40]

export function uidOf(iCalUId: string): string {
  if (!globalObjectId.test(iCalUId)) return iCalUId
  const bytes = Buffer.from(iCalUId, 'hex')
  const wrapped = unwrap(bytes.subarray(data, data + bytes.readUInt32LE(size)))
  if (wrapped !== null) return wrapped
  bytes.fill(0, day, day + 4)
  return bytes.toString('hex').toUpperCase()
}

/** @returns null if no other calendar's UID is in it */
function unwrap(bytes: Buffer): string | null {
  if (!bytes.subarray(0, wrapper.length).equals(wrapper)) return null
  const text = trimEndOf(bytes.subarray(wrapper.length).toString('utf8'), /\0/)
  return /^[^\p{Cc}\uFFFD]+$/u.test(text) ? text : null
}
