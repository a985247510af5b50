/** One's to-do list on a server of one's own: connected, its state, disconnected. */
import { Alert, Button, Group, Stack, Text, TextInput, Title } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { sessionQuery } from '../../api/queries.ts'
import { type Todo, todoQuery, useConnectTodo, useDisconnectTodo } from '../../api/todo.ts'
import { usePrefetched } from '../../api/use-prefetched.ts'
import { CaldavFields, completed, isComplete } from '../../ui/caldav-fields.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { dayAndHour } from '../../ui/format.ts'
import { Row, Rows } from '../../ui/rows.tsx'
import { Loaded, Refusal } from '../../ui/section.tsx'
import { Time } from '../../ui/time.tsx'
import { ofService } from '../../words/of-service.ts'
import { words } from '../../words/words.ts'

const { todoList: said } = words

export function TodoList() {
  const todo = useQuery(usePrefetched(todoQuery))
  const isOwn = useSuspenseQuery(sessionQuery).data.actingBy === null
  const [isOpen, dialog] = useDisclosure(false)
  const section = useRef<HTMLElement>(null)
  // The browser looked for it before the page was there.
  useEffect(() => {
    if (location.hash === '#to-do-list') section.current?.scrollIntoView()
  }, [])
  return (
    <section ref={section} id="to-do-list" style={{ scrollMarginTop: 80 }}>
      <Title order={2} size="h4">
        {said.title}
      </Title>
      <Text c="dimmed" size="sm" mb="md">
        {said.what}
      </Text>
      <Loaded of={todo}>
        {(list) => (
          <>
            {list ? (
              <Connected list={list} onAgain={isOwn ? dialog.open : null} />
            ) : (
              <Button variant="default" disabled={!isOwn} onClick={dialog.open}>
                {said.connect}
              </Button>
            )}
            <Dialog isOpen={isOpen} onClose={dialog.close} title={said.connect}>
              <ConnectForm list={list} onClose={dialog.close} />
            </Dialog>
          </>
        )}
      </Loaded>
    </section>
  )
}

function Connected({ list, onAgain }: { list: Todo; onAgain: (() => void) | null }) {
  const disconnect = useDisconnectTodo()
  const [asks, ask] = useDisclosure(false)
  const meta = (
    <>
      {list.username} · {list.host}
      {list.last_synced_at && (
        <>
          {' '}
          · {said.compared} <Time at={list.last_synced_at} as={dayAndHour} />
        </>
      )}{' '}
      · {said.items(list.items)}
    </>
  )
  return (
    <Stack gap="md">
      <Rows label={said.title}>
        <Row title={list.list} meta={meta}>
          <Group gap="xs">
            {onAgain && (
              <Button size="xs" variant="default" onClick={onAgain}>
                {said.again}
              </Button>
            )}
            <Button size="xs" variant="default" onClick={ask.open}>
              {said.disconnect}
            </Button>
          </Group>
        </Row>
      </Rows>
      {list.last_problem && (
        <Alert color="orange" title={said.problem}>
          {ofService(list.last_problem)}
        </Alert>
      )}
      <Conflicts of={list.conflicts} />
      <Confirm
        isOpen={asks}
        onClose={ask.close}
        title={said.disconnectTitle}
        action={said.disconnect}
        isPending={disconnect.isPending}
        onConfirm={() => disconnect.mutate(undefined, { onSettled: ask.close })}
      >
        {said.disconnectWhat}
      </Confirm>
    </Stack>
  )
}

/** What was changed on both sides, so that nobody misses what gave way. */
function Conflicts({ of }: { of: Todo['conflicts'] }) {
  if (of.length === 0) return null
  return (
    <div>
      <Text size="sm" fw={600} mb={4}>
        {said.conflicts}
      </Text>
      <Rows label={said.conflicts}>
        {of.slice(0, 5).map(({ item_id, at, kept, here, there }) => (
          <Row
            key={`${item_id} ${at}`}
            title={kept === 'here' ? here.text : (there?.text ?? here.text)}
            meta={
              <>
                <Time at={at} as={dayAndHour} /> · {kept === 'here' ? said.keptHere : said.keptThere}
                {there && here.text !== there.text && (
                  <> · {kept === 'here' ? said.wasThere(there.text) : said.wasHere(here.text)}</>
                )}
              </>
            }
          />
        ))}
      </Rows>
    </div>
  )
}

function ConnectForm({ list, onClose }: { list: Todo | null; onClose: () => void }) {
  const [access, setAccess] = useState({
    url: list ? `https://${list.host}` : '',
    username: list?.username ?? '',
    password: '',
  })
  const [name, setName] = useState(list?.list ?? '')
  const connect = useConnectTodo()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    connect.mutate({ ...completed(access), list: name.trim() || null }, { onSuccess: onClose })
  }
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        <CaldavFields
          access={access}
          onChange={setAccess}
          hints={{ server: words.calendar.serverHints.other, password: said.passwordHint }}
        />
        <TextInput
          label={said.list}
          description={said.listHint}
          autoComplete="off"
          maxLength={200}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Refusal error={connect.error} />
        <Group justify="flex-end" mt="xs">
          <Button variant="default" onClick={onClose}>
            {words.cancel}
          </Button>
          <Button type="submit" disabled={!isComplete(access)} loading={connect.isPending}>
            {words.calendar.connectNow}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
