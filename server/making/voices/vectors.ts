/** Vectors of voices: how alike two are, their mean, and their text. *Pure.* */

/** From -1 to 1; both have the length 1. */
export function likeness(one: number[], other: number[]): number {
  return one.reduce((sum, value, index) => sum + value * other[index]!, 0)
}

/** @param weight  of how many recordings `mean` is the mean already */
export function meanWith(mean: number[], weight: number, added: number[]): number[] {
  return toUnit(mean.map((value, index) => value * weight + added[index]!))
}

export function toUnit(vector: number[]): number[] {
  const length = Math.hypot(...vector)
  return vector.map((value) => value / length)
}

export const vectorText = (vector: number[]) => Buffer.from(Float32Array.from(vector).buffer).toString('base64')

export function readVector(text: string): number[] {
  const bytes = Buffer.from(text, 'base64')
  return Array.from({ length: bytes.length / 4 }, (_, index) => bytes.readFloatLE(4 * index))
}

export function isVector(text: string): boolean {
  const bytes = Buffer.from(text, 'base64')
  if (bytes.toString('base64') !== text || bytes.length % 4 !== 0) return false
  const vector = readVector(text)
  return vector.length >= 32 && vector.length <= 4_096 && Math.abs(Math.hypot(...vector) - 1) < 0.001
}
