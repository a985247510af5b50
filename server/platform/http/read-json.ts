/** Bytes as JSON: values are counted before parsing, and texts are checked for what PostgreSQL cannot store. *Pure.* */
import { isUtf8 } from 'node:buffer'
import { ApiError, invalid } from '../errors.ts'
import { findUnstorable } from '../text.ts'
import { findExcess } from './count-json.ts'

/** Deeper than anything that the API takes; a list that nests a million times takes seconds to walk. */
const maxDepth = 64

/** Values of a body that holds no transcript. */
export const usualValues = 20_000

/**
 * @param location  what the bytes are, for the error: `body`
 * @throws {ApiError} 400: not UTF-8, not JSON, over a limit, or a text in it that cannot be stored
 */
export function readJson(bytes: Uint8Array, location: string, maxValues: number): unknown {
  const excess = findExcess(bytes, { depth: maxDepth, values: maxValues })
  if (excess === 'depth') throw invalid(location, `must not nest deeper than ${maxDepth} levels`)
  if (excess === 'values') throw invalid(location, `must hold at most ${maxValues} values`)
  const text = decode(bytes, location)
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    throw invalid(location, `must be JSON: ${(error as Error).message}`)
  }
  // Only an escape can bring such a character into JSON that is valid UTF-8.
  const found = /\\u(0000|d[89a-f])/i.test(text) ? findUnstorable(value, location) : null
  if (found) throw invalid(found, 'must not contain NUL or half a surrogate pair')
  return value
}

const byteOrderMark = Buffer.from('\ufeff')

function decode(bytes: Uint8Array, location: string): string {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (!isUtf8(buffer)) {
    throw new ApiError(400, 'The body is not UTF-8', { fieldErrors: [{ location, message: 'must be UTF-8' }] })
  }
  return buffer.toString('utf8', buffer.indexOf(byteOrderMark) === 0 ? byteOrderMark.length : 0)
}
