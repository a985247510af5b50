/** Signs this browser in, or returns the reason why it failed. */
import { dataOf } from '@minutebook/client'
import { useMutation } from '@tanstack/react-query'
import { client, statusOf } from '../../api/client.ts'
import { answerOf } from '../../api/passkeys.ts'
import { leave } from '../../api/person.ts'
import { PageError, refusalOf } from '../../ui/refusal.ts'
import { words } from '../../words/words.ts'
import { safeReturn } from './fragment.ts'
import { forgetWantedPage } from './wanted-page.ts'

export type Proof = { token: string } | { api_key: string }

/** @param goingTo  called once the person is signed in */
export function useSignIn(goingTo: () => string | undefined) {
  return useMutation({
    meta: { pageShowsError: true },
    mutationFn: async (proof: Proof) => {
      dataOf(await client.POST('/api/v1/session', { body: proof }))
    },
    onSuccess: () => goOn(goingTo()),
  })
}

/** Its variable: whether the browser suggests passkeys in a field, and does not ask at once. */
export function usePasskeySignIn(goingTo: () => string | undefined) {
  return useMutation({
    meta: { pageShowsError: true },
    mutationFn: async (isSuggested: boolean) => {
      const asked = dataOf(await client.POST('/api/v1/session', { body: { passkey: {} } }))
      const passkey = await answerOf((asked as { options: object }).options, isSuggested)
      dataOf(await client.POST('/api/v1/session', { body: { passkey } }))
    },
    onSuccess: () => goOn(goingTo()),
  })
}

/** Anew, because another person may have been signed in here. */
function goOn(to: string | undefined) {
  const path = safeReturn(to)
  forgetWantedPage()
  return leave(path)
}

export function whyNot(error: unknown, proof?: Proof): string {
  const status = statusOf(error)
  if (error instanceof PageError) return error.message
  if (status === null) return words.states.notReached
  if (status === 429) return words.signIn.tooMany
  if (status === 401 && proof) return 'token' in proof ? words.signIn.usedLink : words.signIn.wrongKey
  return refusalOf(error)
}

export function useMail() {
  return useMutation({
    meta: { pageShowsError: true },
    mutationFn: async (email: string) => {
      dataOf(await client.POST('/api/v1/session/email', { body: { email } }))
    },
  })
}
