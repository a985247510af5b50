/** The person's sessions, elevation of this one, and its end. */
import { dataOf } from '@minutebook/client'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { endRecordings } from '../record/under-way.ts'
import { client } from './client.ts'
import { elevationKey, refetchEverything, stopLive } from './live.ts'
import { signInFreshly, withPasskey } from './passkeys.ts'
import { leaveSignedOut } from './person.ts'
import { sessionQuery } from './queries.ts'
import { useChange } from './use-change.ts'
import { keepWantedRights } from './wanted-rights.ts'

/** Every browser that is signed in as the person. */
export const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: ({ signal }) =>
    Array.fromAsync(client.pages('/api/v1/sessions', { signal, params: { query: { page_size: 50 } } })),
})

export const useEndSessions = () =>
  useChange(
    async (ids: string[]) => {
      for (const session_id of ids) {
        const answer = await client.DELETE('/api/v1/session/{session_id}', { params: { path: { session_id } } })
        // Already ended.
        if (answer.response.status !== 404) dataOf(answer)
      }
    },
    [sessionsQuery.queryKey],
  )

/** Starts or ends administrator rights, and refetches what was read with other rights. */
export function useElevation() {
  const queries = useQueryClient()
  return useMutation({
    mutationKey: elevationKey,
    // A waiting request has a cursor that is valid only for the former rights.
    onMutate: () => stopLive(queries),
    mutationFn: async (isWanted: boolean) =>
      isWanted ? elevate() : dataOf(await client.DELETE('/api/v1/session/elevate')).session,
    onSuccess: (session) => {
      refetchEverything(queries)
      queries.setQueryData(sessionQuery.queryKey, { ...session, actingBy: null })
    },
  })
}

/** With a passkey, or after a new sign-in at the identity provider, if the service asks for one. */
async function elevate() {
  const answer = await withPasskey((passkey) => client.POST('/api/v1/session/elevate', { body: { passkey } }))
  if (answer.error?.code !== 'sign_in_required') return dataOf(answer).session
  keepWantedRights()
  return signInFreshly()
}

/** Ends what is recorded, and then the session. The page is loaded anew, so nothing of the person stays in the tab. */
export const useSignOut = () =>
  useMutation({
    mutationFn: async () => {
      await endRecordings()
      const answer = await client.DELETE('/api/v1/session')
      // Already ended.
      if (answer.response.status !== 401) dataOf(answer)
    },
    onSuccess: () => leaveSignedOut('/sign-in'),
  })
