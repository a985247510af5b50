/** A note or a recap for people without an account, who came by a link. Other pages of the console need a session. */
import { Alert, Button, Paper, Stack, Text, TextInput, Title } from '@mantine/core'
import { MinutebookError } from '@minutebook/client'
import { type QueryClient, useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { guestQuery } from '../../api/guest.ts'
import icon from '../../icon.svg'
import classes from '../../ui/card-page.module.css'
import { refusalOf } from '../../ui/refusal.ts'
import { Failed, Loading } from '../../ui/states.tsx'
import { usePageTitle } from '../../ui/title.ts'
import { words } from '../../words/words.ts'
import { SharedView } from './shared-view.tsx'

const { guest: said } = words

/** It stays in the address, so that the page can be loaded again. */
const tokenOf = ({ hash }: Location) => new URLSearchParams(hash.slice(1)).get('token') ?? ''

export function prefetch(queries: QueryClient) {
  const token = tokenOf(location)
  if (token) void queries.prefetchQuery(guestQuery(token, null))
}

export function Page() {
  const [token] = useState(() => tokenOf(location))
  const [password, setPassword] = useState<string | null>(null)
  const {
    data: shared,
    error,
    refetch,
    isFetching,
  } = useQuery({ ...guestQuery(token, password), enabled: token !== '' })
  usePageTitle(shared?.title ?? said.title)
  if (shared) return <SharedView shared={shared} />
  const code = error instanceof MinutebookError ? error.code : null
  if (token === '' || code === 'no_link') return <Card title={said.gone}>{said.goneWhy}</Card>
  if (password !== null || code === 'password_required') {
    return (
      <Card title={said.locked}>
        <PasswordForm
          error={password === null ? null : error}
          isPending={isFetching}
          onGiven={(given) => (given === password ? void refetch() : setPassword(given))}
        />
      </Card>
    )
  }
  if (error) return <Failed error={error} onAgain={() => void refetch()} />
  return <Loading lines={10} />
}

function Card({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <main className={classes.page}>
      <Paper className={classes.card} withBorder radius="lg" p={{ base: 'lg', sm: 36 }}>
        <img src={icon} alt="" width={40} height={40} />
        <Title order={1} size="h2" mt="lg" mb="xs">
          {title}
        </Title>
        {typeof children === 'string' ? <Text c="dimmed">{children}</Text> : children}
      </Paper>
    </main>
  )
}

type FormProps = { error: Error | null; isPending: boolean; onGiven: (password: string) => void }

function PasswordForm({ error, isPending, onGiven }: FormProps) {
  const [password, setPassword] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onGiven(password)
  }
  return (
    <Stack component="form" onSubmit={submit}>
      <Text c="dimmed">{said.lockedWhy}</Text>
      {error && !isPending && (
        <Alert color="red" role="alert">
          {error instanceof MinutebookError && error.code === 'wrong_password' ? said.wrong : refusalOf(error)}
        </Alert>
      )}
      <TextInput
        type="password"
        label={said.password}
        required
        autoFocus
        autoComplete="off"
        maxLength={128}
        value={password}
        onChange={(event) => setPassword(event.currentTarget.value)}
      />
      <Button type="submit" loading={isPending}>
        {said.show}
      </Button>
    </Stack>
  )
}
