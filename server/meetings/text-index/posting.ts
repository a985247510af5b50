/**
 * A posting says that a document has a word, and how much it is about the word, in one number of 31 bits:
 *
 *     bits 12 to 30  slot    the document's number in its bundle
 *     bits  0 to 11  weight  1,000 for a word that a document of usual length has once; below 2,200 (build-document.ts)
 *
 * Statements read the slot by `slot_of` (migrations/0009_search.sql). *Pure.*
 */
const weightBits = 12

export const postingOf = (slot: number, weight: number): number => (slot << weightBits) + weight
export const slotOf = (posting: number): number => posting >> weightBits
export const weightOf = (posting: number): number => posting & ((1 << weightBits) - 1)
