/** The ways to sign in at this installation. */
import { Alert, Anchor, Button, Divider, Group, Paper, Skeleton, Stack, Text, Title } from '@mantine/core'
import { type QueryClient, useQuery } from '@tanstack/react-query'
import { useNavigate, useRouter, useRouterState } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { statusOf } from '../../api/client.ts'
import { methodsQuery, sessionQuery } from '../../api/queries.ts'
import { usePrefetched } from '../../api/use-prefetched.ts'
import { forgetWantedRights } from '../../api/wanted-rights.ts'
import icon from '../../icon.svg'
import classes from '../../ui/card-page.module.css'
import { usePageTitle } from '../../ui/title.ts'
import { words } from '../../words/words.ts'
import { KeyForm, MailForm } from './forms.tsx'
import { type Fragment, readFragment, safeReturn } from './fragment.ts'
import { PasskeyButton } from './passkey.tsx'
import { useSignIn, whyNot } from './sign-in.ts'
import { findWantedPage } from './wanted-page.ts'

export function prefetch(queries: QueryClient) {
  void queries.prefetchQuery(methodsQuery)
}

export function Page({ returnTo }: { returnTo: string | undefined }) {
  usePageTitle(words.signIn.title)
  const [fragment, dropToken] = useFragment(returnTo)
  useEffect(forgetWantedRights, [])
  return (
    <main className={classes.page}>
      <Paper className={classes.card} withBorder radius="lg" p={{ base: 'lg', sm: 36 }}>
        <Group gap="sm">
          <img src={icon} alt="" width={40} height={40} />
          <Text fw={600}>{words.product}</Text>
        </Group>
        <Title order={1} size="h2" mt="lg">
          {words.signIn.title}
        </Title>
        <Text c="dimmed" mt={4} mb="xl">
          {words.signIn.intro}
        </Text>
        <Stack gap="md">
          {fragment.error && fragment.workspaces.length === 0 && (
            <Alert color="red" role="alert">
              {words.signIn.errors[fragment.error] ?? words.signIn.errors.other}
            </Alert>
          )}
          {fragment.workspaces.length > 0 && <Workspaces names={fragment.workspaces} returnTo={returnTo} />}
          {fragment.token ? (
            <LinkForm token={fragment.token} returnTo={returnTo} onUsed={dropToken} />
          ) : (
            <Ways returnTo={returnTo} />
          )}
        </Stack>
      </Paper>
    </main>
  )
}

/** Removes the fragment from the address at once, so that the token is not in the history. */
function useFragment(returnTo: string | undefined): [Fragment, () => void] {
  const hash = useRouterState({ select: ({ location }) => location.hash })
  const navigate = useNavigate()
  const [fragment, setFragment] = useState(() => readFragment(hash))
  useEffect(() => {
    if (hash === '') return
    setFragment(readFragment(hash))
    void navigate({ to: '/sign-in', search: returnTo ? { return_to: returnTo } : {}, hash: '', replace: true })
  }, [hash, navigate, returnTo])
  return [fragment, () => setFragment(readFragment(''))]
}

/** Requires a press of a button, because mail scanners open links too, and some run the page's scripts. */
function LinkForm({ token, returnTo, onUsed }: { token: string; returnTo: string | undefined; onUsed: () => void }) {
  const signIn = useSignIn(() => returnTo ?? findWantedPage(Date.now()))
  const proof = { token }
  if (signIn.isError) {
    const isGone = statusOf(signIn.error) === 401
    return (
      <>
        <Alert color="red" role="alert">
          {whyNot(signIn.error, proof)}
        </Alert>
        <Button variant="default" loading={signIn.isPending} onClick={() => (isGone ? onUsed() : signIn.mutate(proof))}>
          {isGone ? words.signIn.otherWay : words.states.again}
        </Button>
      </>
    )
  }
  return (
    <>
      <Text size="sm">{words.signIn.link}</Text>
      <Button size="md" autoFocus loading={signIn.isPending} onClick={() => signIn.mutate(proof)}>
        {words.signIn.byLink}
      </Button>
    </>
  )
}

function Ways({ returnTo }: { returnTo: string | undefined }) {
  const { data: methods, error } = useQuery(usePrefetched(methodsQuery))
  const [showsKey, setShowsKey] = useState(false)
  if (error) {
    return (
      <Alert color="red" role="alert">
        {whyNot(error)}
      </Alert>
    )
  }
  if (!methods) return <Skeleton height={44} />
  const { oidc, email, api_key: byKey, passkey } = methods
  return (
    <>
      <SignedIn returnTo={returnTo} />
      {oidc && (
        <Button component="a" href={oidcAddress(returnTo)} size="md">
          {words.signIn.byOidc(oidc.name)}
        </Button>
      )}
      {oidc && email && <Divider label={words.signIn.or} />}
      {email && <MailForm isMain={!oidc} returnTo={returnTo} />}
      {passkey && <PasskeyButton returnTo={returnTo} isSuggested={email} />}
      {!oidc && !email && <Text size="sm">{words.signIn.onlyLinks}</Text>}
      {byKey && showsKey && <KeyForm returnTo={returnTo} />}
      {byKey && !showsKey && (
        <Anchor component="button" type="button" size="sm" onClick={() => setShowsKey(true)}>
          {words.signIn.useKey}
        </Anchor>
      )}
    </>
  )
}

/** A person who is signed in already can continue, or sign in as somebody else. */
function SignedIn({ returnTo }: { returnTo: string | undefined }) {
  // Always refetched: the cache may still have the session that has ended.
  const answer = useQuery({ ...sessionQuery, retry: false, refetchOnMount: 'always' })
  const router = useRouter()
  const session = answer.isFetchedAfterMount && !answer.isError ? answer.data : undefined
  if (!session) return null
  return (
    <>
      <Text size="sm">{words.signIn.signedInAs(session.user.full_name)}</Text>
      <Button variant="light" onClick={() => router.history.push(safeReturn(returnTo))}>
        {words.signIn.continue}
      </Button>
      <Divider label={words.signIn.or} />
    </>
  )
}

function Workspaces({ names, returnTo }: { names: string[]; returnTo: string | undefined }) {
  return (
    <>
      <Text size="sm">{words.signIn.whichWorkspace}</Text>
      {names.map((name) => (
        <Button key={name} component="a" href={oidcAddress(returnTo, name)} variant="default">
          {name}
        </Button>
      ))}
    </>
  )
}

function oidcAddress(returnTo: string | undefined, workspace?: string): string {
  const query = new URLSearchParams({ return_to: safeReturn(returnTo), ...(workspace && { workspace }) })
  return `/api/v1/sign_in/oidc?${query}`
}
