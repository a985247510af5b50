/** The languages that the embedded writer supports. *Pure.* */
import { type Cues, cuesOf, unknown } from './cues.ts'
import { dutch } from './dutch.ts'
import { english } from './english.ts'
import { french } from './french.ts'
import { german } from './german.ts'
import { italian } from './italian.ts'
import { portuguese } from './portuguese.ts'
import { spanish } from './spanish.ts'

const others = cuesOf(unknown)
const all = new Map(
  [english, german, french, spanish, portuguese, italian, dutch].map((table) => [table.code, cuesOf(table)]),
)

/** @param code  ISO 639-3 */
export const cuesFor = (code: string): Cues => all.get(code) ?? others
