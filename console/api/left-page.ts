/** The page that a person was on when their session ended: they are led back to it, and nobody else reads its address. */
import { forgetLeft, leave, leaveSignedOut, leaveText, textLeft } from './person.ts'

const name = 'page'
const dayMs = 86_400_000

/** The session has ended, or is somebody else's by now: then their first page follows. Never resolves. */
export async function leaveToSignIn(now: number): Promise<never> {
  const path = location.pathname + location.search
  const { ok: isOthers } = await fetch('/api/v1/session').catch(() => ({ ok: false }))
  const isKept = await leaveText(name, JSON.stringify({ path, until: now + dayMs })).catch(() => false)
  if (isOthers) return leave()
  return leaveSignedOut(isKept ? '/sign-in' : `/sign-in?${new URLSearchParams({ return_to: path })}`)
}

/** @returns the path, once, and for a day */
export function takeLeftPage(now: number): string | undefined {
  const { path, until } = JSON.parse(textLeft(name) ?? '{}')
  forgetLeft(name)
  return now < until ? path : undefined
}
