/** Reads from its headers which part of a file a request wants (RFC 9110, 13 and 14). *Pure.* */
import { ifMatchAllows, ifNoneMatchHas } from '../http/etag.ts'

/** The first and the last byte, both included and counted from 0. */
export type ByteRange = { start: number; end: number }

type RequestHeaders = { [name: string]: string | string[] | undefined }

/**
 * @param etag  the strong ETag of the file; files never change, so there is no date to compare
 * @returns the status of the answer: 200 and 206 have a body, 206 also the range
 */
export function evaluateConditions(
  headers: RequestHeaders,
  etag: string,
  bytes: number,
): { status: number; range?: ByteRange } {
  if (!ifMatchAllows(text(headers['if-match']), etag)) return { status: 412 }
  if (ifNoneMatchHas(text(headers['if-none-match']), etag)) return { status: 304 }
  const ifRange = text(headers['if-range'])
  const range = ifRange === undefined || ifRange === etag ? parseRange(text(headers.range), bytes) : 'whole'
  if (range === 'whole') return { status: 200 }
  return range === 'none' ? { status: 416 } : { status: 206, range }
}

const text = (header: string | string[] | undefined) => (Array.isArray(header) ? header.join(', ') : header)

/**
 * @param header  `bytes=0-499`, `bytes=500-`, `bytes=-500`; several ranges, other units and invalid values mean the whole
 */
export function parseRange(header: string | undefined, bytes: number): ByteRange | 'whole' | 'none' {
  const [, first = '', last] = /^bytes\s*=\s*(?:(\d+)\s*)?-\s*(\d*)$/i.exec(header?.trim() ?? '') ?? []
  if (last === undefined || (first === '' && last === '')) return 'whole'
  if (first === '') return between(Math.max(0, bytes - Number(last)), bytes - 1)
  if (last !== '' && Number(last) < Number(first)) return 'whole'
  return between(Number(first), last === '' ? bytes - 1 : Math.min(Number(last), bytes - 1))
}

const between = (start: number, end: number): ByteRange | 'none' => (start <= end ? { start, end } : 'none')
