/** Whole numbers in few bytes: seven bits a byte, the low ones first; positions as differences to the one before. *Pure.* */

/** @param numbers  from 0 to 2^53 */
export function packNumbers(numbers: number[]): Buffer {
  return pack(numbers, (number) => number)
}

/** A number that is not whole at the end, because the bytes were cut, is left out. */
export function unpackNumbers(bytes: Uint8Array): number[] {
  const numbers: number[] = []
  let number = 0
  let factor = 1
  for (const byte of bytes) {
    number += (byte % 128) * factor
    factor *= 128
    if (byte >= 128) continue
    numbers.push(number)
    number = 0
    factor = 1
  }
  return numbers
}

/** @param positions  ascending, from 0 */
export function packPositions(positions: number[]): Buffer {
  return pack(positions, (position, before) => position - before)
}

export function unpackPositions(bytes: Uint8Array): number[] {
  const positions = unpackNumbers(bytes)
  for (let index = 1; index < positions.length; index++) positions[index]! += positions[index - 1]!
  return positions
}

/** Two passes without lists in between: one word of a text may have millions of positions. */
function pack(numbers: number[], toPack: (number: number, before: number) => number): Buffer {
  let length = 0
  const eachByte = (write: (byte: number) => void) => {
    let before = 0
    for (const number of numbers) {
      let value = toPack(number, before)
      for (; value >= 128; value = Math.floor(value / 128)) write((value % 128) + 128)
      write(value)
      before = number
    }
  }
  eachByte(() => length++)
  const bytes = Buffer.allocUnsafe(length)
  let at = 0
  eachByte((byte) => {
    bytes[at++] = byte
  })
  return bytes
}
