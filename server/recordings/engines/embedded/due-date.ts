/** The day by which something said in a meeting is to be done. *Pure.* */
import * as chrono from 'chrono-node'

const locales: Record<string, { parse: typeof chrono.parse }> = {
  eng: chrono.en.casual,
  ara: chrono.ar,
  deu: chrono.de.casual,
  fin: chrono.fi,
  fra: chrono.fr.casual,
  ind: chrono.id,
  ita: chrono.it,
  jpn: chrono.ja.casual,
  nld: chrono.nl.casual,
  por: chrono.pt.casual,
  rus: chrono.ru.casual,
  spa: chrono.es.casual,
  swe: chrono.sv,
  ukr: chrono.uk.casual,
  vie: chrono.vi,
  zho: chrono.zh.casual,
}

const DAY = 86_400_000
/** What is due later was misheard. */
const MOST_DAYS = 730

const today =
  /\b(?:by |before )?(?:the )?(?:end of (?:the )?(?:day|today)|eod|cob|close of business|today|tonight|this (?:morning|afternoon|evening))\b/i
const endOf = /\b(?:end of|eo)\s?(?:the |this )?(next )?(week|month|w\b|m\b)/i
const wholeWeek = /\b(this|next) week\b/i
/** A length of time, a point in the past, or an hour says nothing of the day. */
const noDay =
  /\b(?:last|past|ago|yesterday|minutes?|hours?|seconds?|now)\b|^(?:for )?(?:an?|the|\d+|two|three|four|five|six|few|couple)\b.*\b(?:days?|weeks?|months?|years?)$/i

/**
 * @param language   ISO 639-3
 * @param startedAt  when the meeting began; without it only a date with its year can be known
 * @returns `YYYY-MM-DD` in UTC, not before the meeting, or null
 */
export function dueDateIn(text: string, language: string, startedAt: Date | null): string | null {
  const english = language === 'eng' && startedAt ? workdaysIn(text, startedAt) : null
  return english ?? calendarDayIn(text, language, startedAt)
}

/** What people at work mean: a week ends on its Friday. */
function workdaysIn(text: string, startedAt: Date): string | null {
  if (today.test(text)) return dayOf(startedAt)
  const [, next, unit] = endOf.exec(text) ?? []
  if (unit?.toLowerCase().startsWith('m')) return lastOfMonth(startedAt, next ? 1 : 0)
  if (unit) return friday(startedAt, next ? 1 : 0)
  const [, which] = wholeWeek.exec(text) ?? []
  // `on Tuesday next week` is a Tuesday.
  if (which && !/\b(?:mon|tues|wednes|thurs|fri|satur|sun)day\b/i.test(text)) {
    return friday(startedAt, which.toLowerCase() === 'next' ? 1 : 0)
  }
  return null
}

function calendarDayIn(text: string, language: string, startedAt: Date | null): string | null {
  const instant = startedAt ?? new Date(0)
  const found = locales[language]?.parse(text, { instant, timezone: 0 }, { forwardDate: true }) ?? []
  for (const { text: words, start } of found) {
    if (noDay.test(words) || (!start.isCertain('day') && !start.isCertain('weekday'))) continue
    if (!startedAt && !/\d{4}/.test(words)) continue
    const day = start.date()
    if (!Number.isFinite(day.getTime())) continue
    const days = (Date.parse(dayOf(day)) - Date.parse(dayOf(instant))) / DAY
    if (startedAt ? days >= 0 && days <= MOST_DAYS : days > 0) return dayOf(day)
  }
  return null
}

const dayOf = (time: Date) => time.toISOString().slice(0, 10)

/** After the working week has ended, this week is the one that comes. */
function friday(from: Date, weeks: number): string {
  return dayOf(new Date(from.getTime() + (((5 - from.getUTCDay() + 7) % 7) + 7 * weeks) * DAY))
}

function lastOfMonth(from: Date, months: number): string {
  return dayOf(new Date(Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + months + 1, 0)))
}
