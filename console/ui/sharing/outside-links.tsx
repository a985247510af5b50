/** Links of a note or a recap for people without an account, if the workspace has them switched on. */
import { Button, Group, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import {
  type OutsideLink,
  type OutsidePart,
  outsideLinksQuery,
  useWithdrawOutsideLink,
} from '../../api/outside-links.ts'
import type { Thing } from '../../api/sharing.ts'
import { type Settings, workspaceQuery } from '../../api/workspace.ts'
import { words } from '../../words/words.ts'
import { shortDay, shortTime } from '../format.ts'
import { NextStep } from '../next-step.tsx'
import { noticeDone } from '../notices.ts'
import { MakeLink } from './make-link.tsx'
import { nameOfPart } from './name-of-part.ts'

const { outside: said } = words

export function OutsideLinks({ thing }: { thing: Thing }) {
  const { data } = useQuery(workspaceQuery)
  if (!data) return null
  return (
    <section>
      <Title order={3} size="sm" mb="xs">
        {said.title}
      </Title>
      {data.workspace.outside_links ? (
        <Links thing={thing} settings={data.workspace} />
      ) : (
        <Text size="sm" c="dimmed">
          <NextStep of="outsideLinks" />
        </Text>
      )}
    </section>
  )
}

function Links({ thing, settings }: { thing: Thing; settings: Settings }) {
  const { data: links = [] } = useQuery(outsideLinksQuery(thing))
  const [isMaking, setMaking] = useState(false)
  return (
    <Stack gap="sm">
      <Text size="sm" c="dimmed">
        {said.what}
      </Text>
      {links.map((link) => (
        <Link key={link.id} thing={thing} link={link} />
      ))}
      {isMaking ? (
        <MakeLink thing={thing} parts={partsFor(thing, settings)} onClose={() => setMaking(false)} />
      ) : (
        <Button variant="default" size="xs" style={{ alignSelf: 'flex-start' }} onClick={() => setMaking(true)}>
          {said.make}
        </Button>
      )}
    </Stack>
  )
}

function partsFor({ kind }: Thing, { retention }: Settings): OutsidePart[] {
  return kind === 'note' || retention === 'zero_day' ? ['notes', 'items'] : ['notes', 'items', 'transcript', 'media']
}

function Link({ thing, link }: { thing: Thing; link: OutsideLink }) {
  const withdraw = useWithdrawOutsideLink(thing)
  const what = link.parts.map((part) => nameOfPart(part, thing)).join(', ')
  // With the minute: two links of one day may show the same.
  const made = shortTime(link.created_at)
  const facts = [
    said.madeBy(link.by.full_name, made),
    said.until(shortDay(link.expires_at)),
    ...(link.has_password ? [said.locked] : []),
    link.works ? said.opened(link.openings) : said.rests,
  ]
  return (
    <Group justify="space-between" wrap="nowrap" gap="sm">
      <div style={{ minWidth: 0, overflowWrap: 'anywhere' }}>
        <Text size="sm">{what}</Text>
        <Text size="xs" c="dimmed">
          {facts.join(' · ')}
        </Text>
      </div>
      <Button
        variant="subtle"
        color="gray"
        size="xs"
        style={{ flex: 'none' }}
        aria-label={said.withdrawOf(`${what}, ${made}`)}
        loading={withdraw.isPending}
        onClick={() => withdraw.mutate(link.id, { onSuccess: () => noticeDone(said.withdrawn) })}
      >
        {said.withdraw}
      </Button>
    </Group>
  )
}
