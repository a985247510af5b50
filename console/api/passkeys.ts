/** Passkeys (decision 70): those of the person, and what this browser answers. Its library is loaded when one is used. */
import { type components, dataOf } from '@minutebook/client'
import { queryOptions } from '@tanstack/react-query'
import { PageError } from '../ui/refusal.ts'
import { words } from '../words/words.ts'
import { client } from './client.ts'
import { personHere } from './person.ts'
import { useChange } from './use-change.ts'

const { passkeys: said } = words
const library = () => import('@simplewebauthn/browser')

export type Passkey = components['schemas']['Passkey']

export const passkeysQuery = queryOptions({
  queryKey: ['passkeys'],
  queryFn: async ({ signal }) => {
    const answer = await client.GET('/api/v1/me/passkeys', { signal })
    // A key signed them in, or somebody acts for them.
    return answer.response.status === 403 ? null : dataOf(answer).data
  },
})

/** Why this page has none: its address, or the browser; null if it may have some. Numbers are no hosts for browsers. */
export function whyNoPasskeys(): 'address' | 'browser' | null {
  if (/^[\d.]+$|^\[/.test(location.hostname) || !window.isSecureContext) return 'address'
  return 'PublicKeyCredential' in window ? null : 'browser'
}

/** Whether this device itself has passkeys: a fingerprint, a face or a PIN. */
export const hasOwnDevice = async (): Promise<boolean> =>
  whyNoPasskeys() === null && (await PublicKeyCredential.isUserVerifyingPlatformAuthenticatorAvailable())

/** Whether its field for the address lists passkeys. */
export const suggestsPasskeys = async (): Promise<boolean> =>
  whyNoPasskeys() === null && ((await PublicKeyCredential.isConditionalMediationAvailable?.()) ?? false)

type Proof = NonNullable<components['schemas']['Failure']['options']>
type Answer = { error?: { code?: string; options?: Proof } }

/** @throws {PageError} the person or the browser did not answer */
async function orSaid<Done>(ask: () => Promise<Done>): Promise<Done> {
  try {
    return await ask()
  } catch (error) {
    const { name } = error as Error
    if (name === 'InvalidStateError') throw new PageError(said.hasOne, { cause: error })
    throw new PageError(name === 'NotAllowedError' || name === 'AbortError' ? said.cancelled : said.failed, {
      cause: error,
    })
  }
}

/** @param isSuggested  as the browser fills in a field; otherwise it asks at once */
export async function answerOf(options: object, isSuggested = false): Promise<object> {
  const { startAuthentication } = await library()
  return orSaid(() => startAuthentication({ optionsJSON: options as never, useBrowserAutofill: isSuggested }))
}

/** Sends a request, and once more with the answer of a passkey if it needs one. */
export async function withPasskey<Sent extends Answer>(send: (passkey?: object) => Promise<Sent>): Promise<Sent> {
  const first = await send()
  return first.error?.options ? send(await answerOf(first.error.options)) : first
}

/** At the identity provider, which leads back to this page. Never resolves. */
export function signInFreshly(): Promise<never> {
  const query = new URLSearchParams({ fresh: 'true', return_to: location.pathname + location.search })
  location.assign(`/api/v1/sign_in/oidc?${query}`)
  return new Promise(() => {})
}

export const useMakePasskey = () =>
  useChange(
    async (name: string) => {
      const asked = await withPasskey((passkey) => client.POST('/api/v1/me/passkeys', { body: { passkey } }))
      if (asked.error?.code === 'sign_in_required') await signInFreshly()
      const { options } = dataOf(asked) as { options: object }
      const { startRegistration } = await library()
      const credential = await orSaid(() => startRegistration({ optionsJSON: options as never }))
      dataOf(await client.POST('/api/v1/me/passkeys', { body: { name, credential: credential as never } }))
    },
    [passkeysQuery.queryKey],
    { pageShowsError: true },
  )

export const useWithdrawPasskey = () =>
  useChange(
    async (passkey_id: string) => {
      const params = { path: { passkey_id } }
      const answer = await withPasskey((passkey) =>
        client.DELETE('/api/v1/me/passkeys/{passkey_id}', { params, body: { passkey } }),
      )
      // Already withdrawn.
      if (answer.response.status !== 404) dataOf(answer)
    },
    [passkeysQuery.queryKey],
  )

const declinedPlace = 'minutebook.no_passkey'

/** Whether the person does not want to be asked again in this browser. */
export const hasDeclined = () => localStorage.getItem(declinedPlace) === personHere()?.id
export const decline = () => localStorage.setItem(declinedPlace, personHere()!.id)
