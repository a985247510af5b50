/** Finds when a meeting began in names and headings, as programs write it. *Pure.* */

/** `hasTime` is false if only the day is written. `from` and `to` are where it stands in the text. */
export type When = { at: Date; hasTime: boolean; from: number; to: number }

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const month = `(${months.join('|')})[a-z]*\\.?`

const [year, two] = ['((?:19|20)\\d\\d)', '(\\d\\d)']
const clock = '(\\d{1,2})[:._h-](\\d\\d)(?:[:._-](\\d\\d))?(?:[.,]\\d+)?\\s*([ap]\\.?m\\b\\.?)?'
const zone = '(Z\\b|(?:UTC|GMT)?[+-]\\d{1,2}(?::?\\d\\d)?\\b|[A-Z]{3,4}\\b)?'
const between = '(?:[T_,]?\\s*(?:at\\s+|um\\s+|·\\s*|-\\s*)?)'
const then = `(?:${between}${clock}\\s*${zone})?`

/** Abbreviations that mean one zone only, in hours from UTC. */
const zones: Record<string, number> = {
  ...{ Z: 0, UTC: 0, GMT: 0, WET: 0, WEST: 1, BST: 1, CET: 1, CEST: 2, EET: 2, EEST: 3 },
  ...{ EST: -5, EDT: -4, CDT: -5, MST: -7, MDT: -6, PST: -8, PDT: -7, JST: 9, AEST: 10, AEDT: 11 },
}

type Read = (found: RegExpExecArray) => When | null

const forms: [RegExp, Read][] = [
  // GMT20260105-090000 of Zoom, and 20260105_090000 of Teams.
  [
    /(GMT)?((?:19|20)\d\d)(\d\d)(\d\d)[-_T ]?(\d\d)(\d\d)(\d\d)?(Z)?(?!\d)/,
    (it) => {
      const [, gmt, y, m, d, h, min, s, z] = it
      return made(it, [y, m, d], [h, min, s, undefined], gmt || z ? 'Z' : undefined)
    },
  ],
  [
    new RegExp(`(?<!\\d)${year}[-_./]${two}[-_./]${two}(?!\\d)${then}`),
    (it) => made(it, [it[1], it[2], it[3]], [it[4], it[5], it[6], it[7]], it[8]),
  ],
  // Days come first where points are between, and wherever the other order would be no date.
  [
    new RegExp(`(?<!\\d)(\\d{1,2})([./-])(\\d{1,2})\\2${year}(?!\\d)${then}`),
    (it) => {
      const [, one, sign, other, y] = it
      const dayFirst = sign === '.' || Number(one) > 12
      if (!dayFirst && Number(other) <= 12 && one !== other) return null
      const [d, m] = dayFirst ? [one, other] : [other, one]
      return made(it, [y, m, d], [it[5], it[6], it[7], it[8]], it[9])
    },
  ],
  [
    new RegExp(`\\b${month}\\s+(\\d{1,2})(?:st|nd|rd|th)?,?\\s+${year}(?!\\d)${then}`, 'i'),
    (it) => made(it, [it[3], numberOf(it[1]!), it[2]], [it[4], it[5], it[6], it[7]], it[8]),
  ],
  [
    new RegExp(`(?<!\\d)(\\d{1,2})\\.?\\s+${month}\\s+${year}(?!\\d)${then}`, 'i'),
    (it) => made(it, [it[3], numberOf(it[2]!), it[1]], [it[4], it[5], it[6], it[7]], it[8]),
  ],
  [/(?<!\d)((?:19|20)\d\d)(\d\d)(\d\d)(?!\d)/, (it) => made(it, [it[1], it[2], it[3]], [], undefined)],
]

const numberOf = (name: string) => String(months.indexOf(name.slice(0, 3).toLowerCase()) + 1)

/** The first date of the first form that fits; null without one. A time without a zone is of this machine. */
export function findWhen(text: string): When | null {
  for (const [form, read] of forms) {
    const found = form.exec(text)
    const when = found && read(found)
    if (when) return when
  }
  return null
}

type Texts = (string | undefined)[]

function made({ index, 0: whole }: RegExpExecArray, [y, m, d]: Texts, time: Texts, zoneName: string | undefined) {
  const [year, month, day] = [Number(y), Number(m), Number(d)]
  const given = readClock(time)
  if (!isDay(year, month, day) || given === null) return null
  const [hour, minute, second] = given ?? [12, 0, 0]
  const offset = given && zoneName ? offsetOf(zoneName) : null
  const at =
    offset === null
      ? new Date(year, month - 1, day, hour, minute, second)
      : new Date(Date.UTC(year, month - 1, day, hour, minute, second) - offset * 60_000)
  return { at, hasTime: Boolean(given), from: index, to: index + whole.trimEnd().length }
}

function isDay(year: number, month: number, day: number): boolean {
  const date = new Date(Date.UTC(year, month - 1, day))
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day
}

/** Undefined: no time is written; null: it is none. */
function readClock([h, min, s, half]: Texts): [number, number, number] | null | undefined {
  if (h === undefined) return undefined
  const afternoon = half && /^p/i.test(half)
  const hour = half ? (Number(h) % 12) + (afternoon ? 12 : 0) : Number(h)
  const [minute, second] = [Number(min), Number(s ?? 0)]
  return hour < 24 && minute < 60 && second < 60 ? [hour, minute, second] : null
}

/** In minutes; null for an abbreviation that may mean several: it is read as the machine's zone. */
function offsetOf(name: string): number | null {
  const known = zones[name.toUpperCase()]
  if (known !== undefined) return known * 60
  const [, sign, hours, minutes = '0'] = /([+-])(\d{1,2}):?(\d\d)?$/.exec(name) ?? []
  return sign ? (Number(hours) * 60 + Number(minutes)) * (sign === '-' ? -1 : 1) : null
}
