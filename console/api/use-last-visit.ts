/** The time of the person's previous visit, kept in this browser: sealed, and plain without HTTPS, where it cannot be. */
import { useEffect, useState } from 'react'
import { nextVisit, readVisit } from './last-visit.ts'
import { leaveText, textLeft } from './person.ts'

/** @returns the end of the visit before this one; null at the first */
export function useLastVisit(userId: string): string | null {
  const name = `visit ${userId}`
  const place = `minutebook.${name}`
  const [visit] = useState(() => nextVisit(readVisit(textLeft(name) ?? localStorage.getItem(place)), new Date()))
  useEffect(() => {
    const text = JSON.stringify(visit)
    void leaveText(name, text).then((isKept) => isKept || localStorage.setItem(place, text))
  }, [name, place, visit])
  return visit.since
}
