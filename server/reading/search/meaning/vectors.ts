/** Vectors of a byte for each number, and how alike two of them are. *Pure.* */

/** Increases when vectors of the same model are made in another way: the job then makes them again. */
export const vectorVersion = 1

/** The largest number becomes 127; only the direction of a vector matters. */
export function packVector(vector: number[]): Int8Array {
  const largest = vector.reduce((most, number) => Math.max(most, Math.abs(number)), 0)
  return Int8Array.from(vector, (number) => (largest === 0 ? 0 : Math.round((127 * number) / largest)))
}

/** @returns the cosine, from -1 to 1; null if one is all zeros, which stands for a text that the model refused */
export function likeness(one: Int8Array, other: Int8Array): number | null {
  let [product, squares, others] = [0, 0, 0]
  for (let index = 0; index < one.length; index++) {
    product += one[index]! * other[index]!
    squares += one[index]! ** 2
    others += other[index]! ** 2
  }
  return squares === 0 || others === 0 ? null : product / Math.sqrt(squares * others)
}
