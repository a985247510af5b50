/**
 * The UID that calendar files have for a meeting of Outlook. Graph gives its Global Object ID as `iCalUId`; that of an
 * occurrence has the day of the occurrence in it, and one that came from another calendar wraps the UID of that.
 * *Pure.* @see MS-OXOCAL 2.2.1.27 and 2.2.1.28, MS-OXCICAL 2.1.3.1.1.20.26
 */
import { trimEndOf } from '../../../platform/text.ts'

export type OutlookUid = {
  uid: string
  /** The day on which the occurrence would be if nobody had moved it, as 00:00 UTC; null if it names none. */
  day: number | null
}

const globalObjectId = /^040000008200E00074C5B7101A82E008(?:[0-9A-F]{2}){25,}$/i
const wrapper = Buffer.from('vCal-Uid\x01\0\0\0', 'latin1')
const [year, month, dayOfMonth, time, size, data] = [16, 18, 19, 20, 36, 40]

export function readUid(iCalUId: string): OutlookUid {
  if (!globalObjectId.test(iCalUId)) return { uid: iCalUId, day: null }
  const bytes = Buffer.from(iCalUId, 'hex')
  const hasDay = bytes.readUInt32BE(year) !== 0
  const day = hasDay ? Date.UTC(bytes.readUInt16BE(year), bytes[month]! - 1, bytes[dayOfMonth]) : null
  const wrapped = unwrap(bytes.subarray(data, data + bytes.readUInt32LE(size)))
  bytes.fill(0, year, time)
  return { uid: wrapped ?? bytes.toString('hex').toUpperCase(), day }
}

/** @returns null if no other calendar's UID is in it */
function unwrap(bytes: Buffer): string | null {
  if (!bytes.subarray(0, wrapper.length).equals(wrapper)) return null
  const text = trimEndOf(bytes.subarray(wrapper.length).toString('utf8'), /\0/)
  return /^[^\p{Cc}\uFFFD]+$/u.test(text) ? text : null
}
