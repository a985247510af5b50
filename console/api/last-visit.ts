/** The time of the person's previous visit, stored in this browser. */
import { useEffect, useState } from 'react'

/** A shorter absence does not end the visit. */
const awayMs = 30 * 60_000

type Visit = { since: string | null; seen: string }

/** @returns the end of the visit before this one; null at the first */
export function useLastVisit(userId: string): string | null {
  const key = `minutebook.visit.${userId}`
  const [visit] = useState(() => nextVisit(read(key), new Date()))
  useEffect(() => localStorage.setItem(key, JSON.stringify(visit)), [key, visit])
  return visit.since
}

/** Keeps the visit if the page is reopened soon, so that it shows the same news. *Pure.* */
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
