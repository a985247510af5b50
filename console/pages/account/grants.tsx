/** The assistants that a person let in by OAuth, each with its end. */
import { Badge, Button, Stack, Text } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type Grant, grantsQuery, useWithdrawGrant } from '../../api/grants.ts'
import { Confirm } from '../../ui/confirm.tsx'
import { shortDay } from '../../ui/format.ts'
import { noticeDone } from '../../ui/notices.ts'
import { Failed, Loading } from '../../ui/states.tsx'
import { Time } from '../../ui/time.tsx'
import { words } from '../../words/words.ts'
import classes from './grants.module.css'

const { assistants: said } = words

export function Grants() {
  const grants = useInfiniteQuery(grantsQuery)
  const [leaving, setLeaving] = useState<Grant | null>(null)
  if (grants.error && !grants.data) return <Failed error={grants.error} onAgain={() => void grants.refetch()} />
  if (!grants.data) return <Loading lines={4} />
  const all = grants.data.pages.flatMap(({ data }) => data)
  return (
    <>
      <Text c="dimmed" mb="lg">
        {all.length === 0 ? said.none(`${location.origin}/mcp`) : said.intro}
      </Text>
      {all.length > 0 && (
        <ul className={classes.list}>
          {all.map((grant) => (
            <Row key={grant.id} grant={grant} onWithdraw={() => setLeaving(grant)} />
          ))}
        </ul>
      )}
      {grants.hasNextPage && (
        <Button
          variant="default"
          mt="lg"
          loading={grants.isFetchingNextPage}
          onClick={() => void grants.fetchNextPage()}
        >
          {words.more}
        </Button>
      )}
      <Withdraw grant={leaving} onClose={() => setLeaving(null)} />
    </>
  )
}

const nameOf = ({ client_name: name }: Grant) => name ?? said.unnamed

function Row({ grant, onWithdraw }: { grant: Grant; onWithdraw: () => void }) {
  return (
    <li className={classes.row}>
      <Stack gap={2} miw={0}>
        <Text fw={550} style={{ overflowWrap: 'anywhere' }}>
          {nameOf(grant)}
        </Text>
        <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {grant.answer_to}
        </Text>
        <Text size="sm" c="dimmed">
          {said.since} <Time at={grant.created_at} as={shortDay} />
          {' · '}
          {grant.last_used_at === null ? said.unused : said.used}{' '}
          {grant.last_used_at !== null && <Time at={grant.last_used_at} as={shortDay} />}
        </Text>
      </Stack>
      <Badge variant="default" tt="none" fw={500}>
        {grant.scopes.includes('write') ? said.writes : said.reads}
      </Badge>
      <Button variant="default" size="xs" onClick={onWithdraw} aria-label={said.withdrawFrom(nameOf(grant))}>
        {said.withdraw}
      </Button>
    </li>
  )
}

function Withdraw({ grant, onClose }: { grant: Grant | null; onClose: () => void }) {
  const withdraw = useWithdrawGrant()
  const confirm = (id: string, name: string) =>
    withdraw.mutate(id, {
      onSuccess: () => noticeDone(said.withdrawn(name)),
      onSettled: onClose,
    })
  return (
    <Confirm
      isOpen={grant !== null}
      onClose={onClose}
      title={grant ? said.withdrawFrom(nameOf(grant)) : ''}
      action={said.withdraw}
      isPending={withdraw.isPending}
      onConfirm={() => grant && confirm(grant.id, nameOf(grant))}
    >
      {said.withdrawWhy}
    </Confirm>
  )
}
