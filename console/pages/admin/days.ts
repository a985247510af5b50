/** Parses the number of days after which something is deleted. *Pure.* */

const maxDays = 36_500

/** @returns null for an empty field, which means for ever; undefined if it is invalid */
export function readDays(typed: string): number | null | undefined {
  const text = typed.trim()
  if (text === '') return null
  const days = Number(text)
  return /^\d{1,5}$/.test(text) && days >= 1 && days <= maxDays ? days : undefined
}

/** Whether more is deleted than before. */
export const isShorter = (now: number | null, before: number | null) =>
  now !== null && (before === null || now < before)
