/** Consent for an assistant: who it is, what it may do, yes or no. Other sites cannot frame this page. */
import { Alert, Paper, Skeleton, Stack, Text, Title } from '@mantine/core'
import { type QueryClient, useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { statusOf } from '../../api/client.ts'
import { consentQuery, type OAuthParameters, useAnswerConsent } from '../../api/grants.ts'
import { sessionQuery } from '../../api/queries.ts'
import { usePrefetched } from '../../api/use-prefetched.ts'
import icon from '../../icon.svg'
import classes from '../../ui/card-page.module.css'
import { refusalOf } from '../../ui/refusal.ts'
import { Failed } from '../../ui/states.tsx'
import { usePageTitle } from '../../ui/title.ts'
import { words } from '../../words/words.ts'
import { Question } from './question.tsx'

const { consent: said } = words

export function prefetch(queries: QueryClient, parameters: OAuthParameters) {
  void queries.prefetchQuery(consentQuery(parameters))
}

export function Page({ parameters }: { parameters: OAuthParameters }) {
  usePageTitle(said.pageTitle)
  return (
    <main className={classes.page}>
      <Paper className={classes.card} withBorder radius="lg" p={{ base: 'lg', sm: 36 }}>
        <img src={icon} alt="" width={40} height={40} />
        <Content parameters={parameters} />
      </Paper>
    </main>
  )
}

function Content({ parameters }: { parameters: OAuthParameters }) {
  const { data: session } = useSuspenseQuery(sessionQuery)
  const { data: consent, error, refetch } = useQuery(usePrefetched(consentQuery(parameters)))
  const answer = useAnswerConsent(parameters)
  const send = (allow: boolean, scopes: ('read' | 'write')[]) =>
    answer.mutate({ allow, scopes }, { onSuccess: (to) => location.assign(to) })
  if (answer.isSuccess) return <Words title={said.answered}>{said.answeredWhy}</Words>
  if (error && statusOf(error) !== 400) return <Failed error={error} onAgain={() => void refetch()} />
  if (error) {
    return (
      <Words title={said.wrong}>
        <Text component="span" display="block">
          {said.wrongWhy}
        </Text>
        <Text component="span" display="block" size="sm" mt="md">
          {error.message}
        </Text>
      </Words>
    )
  }
  if (!consent) return <Asking />
  return (
    <>
      <Title order={1} size="h2" mt="lg" style={{ overflowWrap: 'anywhere' }}>
        {consent.client.name === null ? said.titleUnnamed : said.title(consent.client.name)}
      </Title>
      {answer.isError && (
        <Alert color="red" role="alert" mt="md">
          {refusalOf(answer.error)}
        </Alert>
      )}
      <Question consent={consent} session={session} isPending={answer.isPending} onAnswer={send} />
    </>
  )
}

function Words({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <>
      <Title order={1} size="h2" mt="lg">
        {title}
      </Title>
      <Text c="dimmed" mt="xs" style={{ overflowWrap: 'anywhere' }}>
        {children}
      </Text>
    </>
  )
}

function Asking() {
  return (
    <Stack mt="lg" aria-busy="true" aria-label={words.states.loading} role="status">
      <Skeleton height={32} width="70%" />
      <Skeleton height={18} />
      <Skeleton height={18} width="80%" />
      <Skeleton height={42} mt="md" />
    </Stack>
  )
}
