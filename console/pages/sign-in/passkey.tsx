/** Signing in with a passkey: by a button, and suggested by the browser in the field for the address. */
import { Alert, Button } from '@mantine/core'
import { useEffect, useEffectEvent } from 'react'
import { suggestsPasskeys, whyNoPasskeys } from '../../api/passkeys.ts'
import { PageError } from '../../ui/refusal.ts'
import { words } from '../../words/words.ts'
import { usePasskeySignIn, whyNot } from './sign-in.ts'

/** A challenge counts for five minutes. */
const againMs = 270_000

/** @param isSuggested  whether the page has a field in which the browser may suggest one */
export function PasskeyButton({ returnTo, isSuggested }: { returnTo: string | undefined; isSuggested: boolean }) {
  const signIn = usePasskeySignIn(() => returnTo)
  const suggest = useEffectEvent(async () => {
    if (isSuggested && (await suggestsPasskeys())) signIn.mutate(true)
  })
  useEffect(() => {
    void suggest()
    const timer = setInterval(() => void suggest(), againMs)
    return () => clearInterval(timer)
  }, [])
  if (whyNoPasskeys()) return null
  const isAsked = signIn.variables === false
  return (
    <>
      <Button variant="default" size="md" loading={signIn.isPending && isAsked} onClick={() => signIn.mutate(false)}>
        {words.signIn.byPasskey}
      </Button>
      {signIn.error && (isAsked || !(signIn.error instanceof PageError)) && (
        <Alert color="red" role="alert">
          {whyNot(signIn.error)}
        </Alert>
      )}
    </>
  )
}
