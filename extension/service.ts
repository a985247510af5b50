/** Requests to the service with the grant: never with cookies, so a session in this browser changes nothing. */
import { createClient } from '@minutebook/client'

import type { Grant } from './messages.ts'

export const headersOf = ({ token }: Pick<Grant, 'token'>) => ({ Authorization: `Bearer ${token}` })

export const clientOf = (grant: Pick<Grant, 'origin' | 'token'>) =>
  createClient({
    url: grant.origin,
    headers: headersOf(grant),
    fetch: (input, init) => fetch(input, { ...init, credentials: 'omit' }),
  })
