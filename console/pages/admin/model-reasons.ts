/** Why a model could not be installed, in the person's language. *Pure.* */
import type { AdminWords } from '../../words/en/admin.ts'

type Reasons = AdminWords['models']['reasons']

const kinds: [RegExp, keyof Reasons][] = [
  [/could not be reached|made no progress/, 'unreachable'],
  [/cannot be downloaded|sends on/, 'refused'],
  [/another digest|another file|is not used|archive/i, 'other'],
  [/disk|needs \d+ MB/, 'full'],
]

/** @returns the sentence of the service where it is of no known kind */
export const reasonInWords = (reason: string, said: Reasons): string => {
  const kind = kinds.find(([pattern]) => pattern.test(reason))?.[1]
  return kind === undefined ? reason : said[kind]
}
