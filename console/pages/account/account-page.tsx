/** The person's account: recaps by mail, the language of notes, their to-do list, voice, passkeys and signed-in browsers. */
import { Button, Group, Stack, Text, Title } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { ItemOf } from '@minutebook/client'
import { type QueryClient, useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { meQuery } from '../../api/me.ts'
import { notificationsQuery } from '../../api/notifications.ts'
import { passkeysQuery } from '../../api/passkeys.ts'
import { sessionQuery } from '../../api/queries.ts'
import { devicesQuery } from '../../api/reminders.ts'
import { sessionsQuery, useEndSessions } from '../../api/session.ts'
import { todoQuery } from '../../api/todo.ts'
import { usePrefetched } from '../../api/use-prefetched.ts'
import { Confirm } from '../../ui/confirm.tsx'
import { dayAndHour, shortDay } from '../../ui/format.ts'
import layout from '../../ui/layout.module.css'
import { Mark } from '../../ui/mark.tsx'
import { Row, Rows } from '../../ui/rows.tsx'
import { Loaded } from '../../ui/section.tsx'
import { Time } from '../../ui/time.tsx'
import { usePageTitle } from '../../ui/title.ts'
import { words } from '../../words/words.ts'
import { browserName } from './browser-name.ts'
import { NotesLanguage } from './notes-language.tsx'
import { OwnVoice } from './own-voice.tsx'
import { Passkeys } from './passkeys.tsx'
import { RecapMail } from './recap-mail.tsx'
import { Reminders } from './reminders.tsx'
import { TodoList } from './todo-list.tsx'

const { accountPage: said } = words

export function prefetch(queries: QueryClient) {
  void queries.prefetchQuery(sessionsQuery)
  void queries.prefetchQuery(notificationsQuery)
  void queries.prefetchQuery(devicesQuery)
  void queries.prefetchQuery(meQuery)
  void queries.prefetchQuery(passkeysQuery)
  void queries.prefetchQuery(todoQuery)
}

export function Page() {
  usePageTitle(said.title)
  const {
    data: { user, workspace },
  } = useSuspenseQuery(sessionQuery)
  return (
    <div className={layout.content}>
      <Title order={1} mb="lg">
        {said.title}
      </Title>
      <Stack gap={36}>
        <div>
          <Text fw={600}>{user.full_name}</Text>
          <Text c="dimmed" size="sm" style={{ overflowWrap: 'anywhere' }}>
            {user.email} · {workspace.name}
          </Text>
        </div>
        <RecapMail />
        <NotesLanguage />
        <Reminders />
        <TodoList />
        <OwnVoice />
        <Passkeys />
        <Sessions />
      </Stack>
    </div>
  )
}

function Sessions() {
  const sessions = useQuery(usePrefetched(sessionsQuery))
  const end = useEndSessions()
  return (
    <section>
      <Title order={2} size="h4">
        {said.sessions}
      </Title>
      <Text c="dimmed" size="sm" mb="md">
        {said.sessionsWhat}
      </Text>
      <Loaded of={sessions}>
        {(all) => (
          <>
            <Rows label={said.sessions}>
              {all.map((session) => (
                <SessionRow
                  key={session.id}
                  session={session}
                  isPending={end.isPending}
                  onEnd={() => end.mutate([session.id])}
                />
              ))}
            </Rows>
            <EndOthers ids={all.filter(({ current }) => !current).map(({ id }) => id)} end={end} />
          </>
        )}
      </Loaded>
    </section>
  )
}

type Listed = ItemOf<'/api/v1/sessions'>

function SessionRow({ session, isPending, onEnd }: { session: Listed; isPending: boolean; onEnd: () => void }) {
  const { created_at, last_used_at, address, user_agent, current } = session
  const name = browserName(user_agent) || said.unknown
  const meta = (
    <>
      {said.since} <Time at={created_at} as={shortDay} /> · {said.used} <Time at={last_used_at} as={dayAndHour} /> ·{' '}
      {said.from} {address}
    </>
  )
  return (
    <Row title={<span title={user_agent}>{name}</span>} meta={meta}>
      {current ? (
        <Mark tone="good">{said.current}</Mark>
      ) : (
        <Button size="xs" variant="default" disabled={isPending} onClick={onEnd} aria-label={`${said.end}: ${name}`}>
          {said.end}
        </Button>
      )}
    </Row>
  )
}

function EndOthers({ ids, end }: { ids: string[]; end: ReturnType<typeof useEndSessions> }) {
  const [asks, ask] = useDisclosure(false)
  if (ids.length === 0) return null
  return (
    <Group justify="flex-end" mt="md">
      <Button variant="default" onClick={ask.open}>
        {said.endOthers}
      </Button>
      <Confirm
        isOpen={asks}
        onClose={ask.close}
        title={said.endOthers}
        action={said.endAll}
        isPending={end.isPending}
        onConfirm={() => end.mutate(ids, { onSettled: ask.close })}
      >
        {said.endOthersWhat(ids.length)}
      </Confirm>
    </Group>
  )
}
