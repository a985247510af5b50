/** The signed-in person, and the person that the tab acts for. */
import { type components, dataOf } from '@minutebook/client'
import { client, statusOf } from './client.ts'
import { takeLeftPage } from './left-page.ts'
import { actingFor, endActing, type Person } from './on-behalf.ts'
import { belongTo, readAs } from './person.ts'

/** While the tab acts for somebody, `user` is that person, with their rights, and `actingBy` the signed-in one. */
export type Session = components['schemas']['Session'] & { actingBy: Person | null }

export async function readSession(signal: AbortSignal): Promise<Session> {
  const session = await readWhose(signal)
  readAs(session)
  return session
}

async function readWhose(signal: AbortSignal): Promise<Session> {
  const { session } = dataOf(await client.GET('/api/v1/session', { signal }))
  await belongTo(session)
  const left = location.pathname === '/' ? takeLeftPage(Date.now()) : undefined
  if (left && left !== '/') return goTo(left)
  if (!actingFor()) return { ...session, actingBy: null }
  try {
    const { user } = dataOf(await client.GET('/api/v1/me', { signal }))
    return { ...session, user, super_admin: false, may_elevate: false, actingBy: session.user }
  } catch (error) {
    // The rights have ended, or the person's account has.
    if (statusOf(error) === 403 || statusOf(error) === 404) endActing()
    throw error
  }
}

/** Never resolves: the next page reads the session. */
function goTo(path: string): Promise<never> {
  location.replace(path)
  return new Promise(() => {})
}
