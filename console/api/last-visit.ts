/** Which visit a person is on. *Pure.* */

/** A shorter absence does not end the visit. */
const awayMs = 30 * 60_000

export type Visit = { since: string | null; seen: string }

/** Keeps the visit if the page is reopened soon, so that it shows the same news. */
export function nextVisit(before: Visit | null, now: Date): Visit {
  const seen = now.toISOString()
  if (!before) return { since: null, seen }
  const wasAway = now.getTime() - Date.parse(before.seen) > awayMs
  return { since: wasAway ? before.seen : before.since, seen }
}

export function readVisit(text: string | null): Visit | null {
  try {
    const found = JSON.parse(text ?? 'null')
    return Number.isNaN(Date.parse(found?.seen)) ? null : { since: found.since ?? null, seen: found.seen }
  } catch {
    return null
  }
}
