/** The assistants that a person let in by OAuth, with a button to withdraw each. */
import { Button, Text } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type Grant, grantsQuery, useWithdrawGrant } from '../../api/grants.ts'
import { usePrefetched } from '../../api/use-prefetched.ts'
import { Confirm } from '../../ui/confirm.tsx'
import { shortDay } from '../../ui/format.ts'
import { Mark } from '../../ui/mark.tsx'
import { noticeDone } from '../../ui/notices.ts'
import { Row, Rows } from '../../ui/rows.tsx'
import { More } from '../../ui/section.tsx'
import { Failed, Loading } from '../../ui/states.tsx'
import { Time } from '../../ui/time.tsx'
import { words } from '../../words/words.ts'

const { assistants: said } = words

export function Grants() {
  const grants = useInfiniteQuery(usePrefetched(grantsQuery))
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
        <Rows label={said.title}>
          {all.map((grant) => (
            <GrantRow key={grant.id} grant={grant} onWithdraw={() => setLeaving(grant)} />
          ))}
        </Rows>
      )}
      <More of={grants} />
      <Withdraw grant={leaving} onClose={() => setLeaving(null)} />
    </>
  )
}

const nameOf = ({ client_name: name }: Grant) => name ?? said.unnamed

function GrantRow({ grant, onWithdraw }: { grant: Grant; onWithdraw: () => void }) {
  const { answer_to, created_at, last_used_at, opens, scopes } = grant
  const does = opens === 'recorder' ? said.records : scopes.includes('write') ? said.writes : said.reads
  const meta = (
    <>
      <div>{answer_to}</div>
      {said.since} <Time at={created_at} as={shortDay} /> · {last_used_at === null ? said.unused : said.used}{' '}
      {last_used_at !== null && <Time at={last_used_at} as={shortDay} />}
    </>
  )
  return (
    <Row title={nameOf(grant)} meta={meta}>
      <Mark>{does}</Mark>
      <Button variant="default" size="xs" onClick={onWithdraw} aria-label={said.withdrawFrom(nameOf(grant))}>
        {said.withdraw}
      </Button>
    </Row>
  )
}

function Withdraw({ grant, onClose }: { grant: Grant | null; onClose: () => void }) {
  const withdraw = useWithdrawGrant()
  const confirm = (id: string, name: string) =>
    withdraw.mutate(id, { onSuccess: () => noticeDone(said.withdrawn(name)), onSettled: onClose })
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
