/** The languages that the embedded writer supports. *Pure.* */
import { dutch } from './dutch.ts'
import { english } from './english.ts'
import { french } from './french.ts'
import { german } from './german.ts'
import { italian } from './italian.ts'
import { portuguese } from './portuguese.ts'
import { spanish } from './spanish.ts'
import type { Speech } from './speech.ts'
import { unknown } from './unknown.ts'

const all = [english, german, french, spanish, portuguese, italian, dutch]

/** @param code  ISO 639-3 */
export const speechOf = (code: string): Speech => all.find((speech) => speech.code === code) ?? unknown
