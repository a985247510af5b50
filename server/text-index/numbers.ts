/** Whole numbers in few bytes: seven bits a byte, the low ones first; positions as differences to the one before. *Pure.* */

/** @param numbers  from 0 to 2^53 */
export function packNumbers(numbers: number[]): Buffer {
  const bytes: number[] = []
  for (let number of numbers) {
    for (; number >= 128; number = Math.floor(number / 128)) bytes.push((number % 128) + 128)
    bytes.push(number)
  }
  return Buffer.from(bytes)
}

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
  return packNumbers(positions.map((position, index) => position - (positions[index - 1] ?? 0)))
}

export function unpackPositions(bytes: Uint8Array): number[] {
  let position = 0
  return unpackNumbers(bytes).map((difference) => (position += difference))
}
