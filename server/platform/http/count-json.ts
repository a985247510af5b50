/** How deep a JSON text nests and how many values it holds, before it is parsed. *Pure.* */

/** `values`: objects, lists, texts, numbers, `true`, `false` and `null`; not the names of fields. */
export type JsonLimits = { depth: number; values: number }

const [quote, backslash, comma] = [0x22, 0x5c, 0x2c]
const [openObject, closeObject, openList, closeList] = [0x7b, 0x7d, 0x5b, 0x5d]

/**
 * One pass over the bytes, which stops at the limit. For bytes that are not JSON the result means nothing: the parser
 * refuses them.
 * @returns the limit that the text exceeds, or null
 */
export function findExcess(bytes: Uint8Array, most: JsonLimits): keyof JsonLimits | null {
  let depth = 0
  let values = 1
  // A list or object has begun, and its first value has not: an empty one has none.
  let isNew = false
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at]!
    if (byte <= 0x20) continue
    if (byte === closeObject || byte === closeList) {
      depth--
      isNew = false
      continue
    }
    if (isNew || byte === comma) {
      isNew = false
      if (++values > most.values) return 'values'
    }
    if (byte === quote) at = endOfText(bytes, at)
    else if (byte === openObject || byte === openList) {
      if (++depth > most.depth) return 'depth'
      isNew = true
    }
  }
  return null
}

/** @returns the position of the quote that closes the one at `start` */
function endOfText(bytes: Uint8Array, start: number): number {
  let at = start + 1
  for (; at < bytes.length && bytes[at] !== quote; at++) if (bytes[at] === backslash) at++
  return at
}
