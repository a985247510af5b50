/** Finds the due date in a sentence of a meeting. *Pure.* */
import { de, en, es, fr, it, nl, pt } from 'chrono-node'
import { isStorableTime } from '../../../platform/time.ts'

const DAY = 86_400_000
/** A later date counts as a transcription error. */
const maxDays = 730

const today =
  /\b(?:by |before )?(?:the )?(?:end of (?:the )?(?:day|today)|eod|cob|close of business|today|tonight|this (?:morning|afternoon|evening))\b/i
const endOf = /\b(?:end of|eo)\s?(?:the |this )?(next )?(week|month|w\b|m\b)/i
const wholeWeek = /\b(this|next) week\b/i
/** A duration, a past time, an hour or a fraction is no day. */
const noDay =
  /^\d+\/\d+$|\b(?:last|past|ago|yesterday|minutes?|hours?|seconds?|now)\b|^(?:for )?(?:an?|the|\d+|two|three|four|five|six|few|couple)\b.*\b(?:days?|weeks?|months?|years?)$/i

type Parser = Pick<typeof en.casual, 'parse'>
const parsers: Record<string, Parser> = {
  deu: de.casual,
  fra: fr.casual,
  ita: it.casual,
  nld: nl.casual,
  por: pt.casual,
  spa: es.casual,
}

/**
 * @param saidAt  without it, only a date with its year is found
 * @param language  ISO 639-3; a language without a date parser has no due dates
 * @returns `YYYY-MM-DD` in UTC, not before the meeting, or null
 */
export function dueDateIn(text: string, saidAt: Date | null, language = 'eng'): string | null {
  if (saidAt && !isStorableTime(saidAt)) return null
  if (language !== 'eng') return parsers[language] ? calendarDayIn(text, saidAt, parsers[language]) : null
  return (saidAt && workdayIn(text, saidAt)) ?? calendarDayIn(text, saidAt, en.casual)
}

/** In working life a week ends on Friday. */
function workdayIn(text: string, saidAt: Date): string | null {
  if (today.test(text)) return dayOf(saidAt)
  const [, next, unit] = endOf.exec(text) ?? []
  if (unit?.toLowerCase().startsWith('m')) return lastOfMonth(saidAt, next ? 1 : 0)
  if (unit) return friday(saidAt, next ? 1 : 0)
  const [, which] = wholeWeek.exec(text) ?? []
  // `on Tuesday next week` is a Tuesday.
  if (which && !/\b(?:mon|tues|wednes|thurs|fri|satur|sun)day\b/i.test(text)) {
    return friday(saidAt, which.toLowerCase() === 'next' ? 1 : 0)
  }
  return null
}

function calendarDayIn(text: string, saidAt: Date | null, parser: Parser): string | null {
  const instant = saidAt ?? new Date(0)
  for (const { text: words, start } of parser.parse(text, { instant, timezone: 0 }, { forwardDate: true })) {
    if (noDay.test(words) || (!start.isCertain('day') && !start.isCertain('weekday'))) continue
    if (!saidAt && !/\d{4}/.test(words)) continue
    const day = start.date()
    if (!Number.isFinite(day.getTime())) continue
    const days = (Date.parse(dayOf(day)) - Date.parse(dayOf(instant))) / DAY
    // People do not call today by its weekday: `on Monday`, said on a Monday, is the next Monday.
    if (days === 0 && !start.isCertain('day')) return dayOf(new Date(day.getTime() + 7 * DAY))
    if (saidAt ? days >= 0 && days <= maxDays : days > 0) return dayOf(day)
  }
  return null
}

const dayOf = (time: Date) => time.toISOString().slice(0, 10)

/** On a weekend, this week is the coming week. */
function friday(from: Date, weeks: number): string {
  return dayOf(new Date(from.getTime() + (((5 - from.getUTCDay() + 7) % 7) + 7 * weeks) * DAY))
}

function lastOfMonth(from: Date, months: number): string {
  return dayOf(new Date(Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + months + 1, 0)))
}
