/** Moves the days of the demo world, so that its meetings are of the last weeks and the next ones lie ahead. *Pure.* */

import { dayMs } from '../../platform/time.ts'

const week = 7 * dayMs

/** The last day with something that has happened, and the first of the meetings that lie ahead. */
const lastDay = Date.UTC(2026, 10, 28)
const nextMeeting = Date.UTC(2026, 11, 1)

/** `2026-11-28`, also before a time, and `20261128T` in the ids of events. */
const written = /\b20\d\d-\d\d-\d\d(?=\b|T)|(?<=_)20\d{6}(?=T\d{6}Z)/g

/**
 * By whole weeks, so that weekdays stay: what has happened to before `today`, what lies ahead to after it. The same day is
 * moved to the same day wherever it is written, also as a due date in an agenda.
 * @param text  the world as JSON
 */
export function moveDays(text: string, today: Date): string {
  const midnight = Date.UTC(today.getUTCFullYear(), today.getUTCMonth(), today.getUTCDate())
  const past = Math.floor((midnight - lastDay) / week)
  const ahead = Math.floor((midnight - nextMeeting) / week) + 1
  return text.replace(written, (day) => {
    const isShort = day.length === 8
    const iso = isShort ? `${day.slice(0, 4)}-${day.slice(4, 6)}-${day.slice(6)}` : day
    const at = Date.parse(iso)
    const moved = new Date(at + (at > lastDay ? ahead : past) * week).toISOString().slice(0, 10)
    return isShort ? moved.replaceAll('-', '') : moved
  })
}
