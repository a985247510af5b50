/** Signing in by mail and by key. */
import { Alert, Button, PasswordInput, Stack, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { words } from '../../words/words.ts'
import { safeReturn } from './fragment.ts'
import { useMail, useSignIn, whyNot } from './sign-in.ts'
import { storeWantedPage } from './wanted-page.ts'

const { signIn: said } = words

export function MailForm({ isMain, returnTo }: { isMain: boolean; returnTo: string | undefined }) {
  const [email, setEmail] = useState('')
  const mail = useMail()
  if (mail.isSuccess) return <Alert role="status">{said.mailed}</Alert>
  const send = (event: FormEvent) => {
    event.preventDefault()
    mail.mutate(email, { onSuccess: () => storeWantedPage(safeReturn(returnTo), Date.now()) })
  }
  return (
    <form onSubmit={send}>
      <Stack gap="sm">
        <TextInput
          label={said.email}
          type="email"
          autoComplete="email webauthn"
          required
          withAsterisk={false}
          value={email}
          onChange={(event) => setEmail(event.currentTarget.value)}
          error={mail.error && whyNot(mail.error)}
        />
        <Button type="submit" size="md" variant={isMain ? 'filled' : 'default'} loading={mail.isPending}>
          {said.byEmail}
        </Button>
      </Stack>
    </form>
  )
}

export function KeyForm({ returnTo }: { returnTo: string | undefined }) {
  const [key, setKey] = useState('')
  const signIn = useSignIn(() => returnTo)
  const send = (event: FormEvent) => {
    event.preventDefault()
    signIn.mutate({ api_key: key.trim() })
  }
  return (
    <form onSubmit={send}>
      <Stack gap="sm">
        <PasswordInput
          label={said.key}
          description={said.keyHint}
          autoComplete="off"
          required
          withAsterisk={false}
          autoFocus
          value={key}
          onChange={(event) => setKey(event.currentTarget.value)}
          error={signIn.error && whyNot(signIn.error, { api_key: key })}
        />
        <Button type="submit" size="md" loading={signIn.isPending}>
          {said.byKey}
        </Button>
      </Stack>
    </form>
  )
}
