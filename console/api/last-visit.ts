/** When the person was here before, as this browser remembers it. */
import { useEffect, useState } from 'react'

/** Who comes back sooner has not been away. */
const awayMs = 30 * 60_000

type Visit = { since: string | null; seen: string }

/** @returns the end of the visit before this one; null at the first */
export function useLastVisit(userId: string): string | null {
  const key = `minutebook.visit.${userId}`
  const [visit] = useState(() => nextVisit(read(key), new Date()))
  useEffect(() => localStorage.setItem(key, JSON.stringify(visit)), [key, visit])
  return visit.since
}

/** A page that is opened again soon shows what it showed. *Pure.* */
export function nextVisit(before: Visit | null, now: Date): Visit {
  const seen = now.toISOString()
  if (!before) return { since: null, seen }
  const wasAway = now.getTime() - Date.parse(before.seen) > awayMs
  return { since: wasAway ? before.seen : before.since, seen }
}

function read(key: string): Visit | null {
  try {
    const found = JSON.parse(localStorage.getItem(key) ?? 'null')
    return Number.isNaN(Date.parse(found?.seen)) ? null : { since: found.since ?? null, seen: found.seen }
  } catch {
    return null
  }
}
