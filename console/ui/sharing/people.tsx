/** The people a thing is shared with. */
import { ActionIcon, Button, Checkbox, Group, Select, Stack, Switch, Text, Title } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useChangeShares } from '../../api/change-sharing.ts'
import { peopleQuery } from '../../api/people.ts'
import { sessionQuery } from '../../api/queries.ts'
import type { SharedThing, Sharing, Thing } from '../../api/sharing.ts'
import { useAtOnce } from '../../api/use-at-once.ts'
import { words } from '../../words/words.ts'
import { noticeDone } from '../notices.ts'
import { PersonOption, personOption } from '../person-option.tsx'
import { ByRule } from './by-rule.tsx'
import { Leave } from './leave.tsx'

const { sharing: said } = words

type Props = {
  thing: SharedThing
  title: string
  sharing: Sharing
  /** What belongs to the same meeting and is shared separately. */
  others?: Thing[]
}

export function People({ thing, title, sharing: { shares, may_share: mayShare }, others = [] }: Props) {
  const { data: session } = useSuspenseQuery(sessionQuery)
  const own = shares.find(({ user }) => user.id === session.user.id)
  return (
    <section>
      <Title order={3} size="sm" mb="xs">
        {said.people}
      </Title>
      <Stack gap="xs">
        {shares.length === 0 && (
          <Text size="sm" c="dimmed">
            {said.nobody}
          </Text>
        )}
        {shares.map((share) => (
          <Person key={share.user.id} thing={thing} share={share} ownId={session.user.id} mayShare={mayShare} />
        ))}
        {own && <Leave thing={thing} title={title} userId={own.user.id} />}
        {mayShare && <Add thing={thing} shares={shares} ownId={session.user.id} others={others} />}
      </Stack>
    </section>
  )
}

type Share = Sharing['shares'][number]

type PersonProps = { thing: SharedThing; share: Share; ownId: string; mayShare: boolean }

function Person({ thing, share: { user, by, by_rule: byRule, can_edit: canEdit }, ownId, mayShare }: PersonProps) {
  const change = useChangeShares(thing)
  const [mayEdit, letEdit] = useAtOnce(canEdit, (canEdit) =>
    change.mutateAsync({ kind: 'share', user: user.id, canEdit }),
  )
  return (
    <Group justify="space-between" wrap="nowrap" gap="sm">
      <div style={{ minWidth: 0 }}>
        <Text size="sm" truncate>
          {user.full_name}
        </Text>
        <Text size="xs" c="dimmed" truncate>
          {user.email}
        </Text>
        {thing.kind === 'series' && <SharedBy by={by} ownId={ownId} />}
        <Text size="xs" c="dimmed">
          <ByRule id={byRule} />
        </Text>
      </div>
      {mayShare && (
        <Group gap="xs" wrap="nowrap">
          {/* A share of a series covers the meetings that its maker attends, and changing it changes the maker. */}
          {(thing.kind === 'note' || (thing.kind === 'series' && by === ownId)) && (
            <Switch
              size="xs"
              label={said.mayEdit}
              aria-label={said.mayEditOf(user.full_name)}
              checked={mayEdit}
              disabled={change.isPending}
              onChange={(event) => letEdit(event.currentTarget.checked)}
            />
          )}
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={said.takeBack(user.full_name)}
            loading={change.isPending}
            onClick={() => change.mutate({ kind: 'unshare', user: user.id })}
          >
            <IconX size={16} />
          </ActionIcon>
        </Group>
      )}
    </Group>
  )
}

function SharedBy({ by, ownId }: { by: string; ownId: string }) {
  const { data: everyone = [] } = useQuery(peopleQuery)
  const name = everyone.find(({ id }) => id === by)?.full_name
  if (by !== ownId && name === undefined) return null
  return (
    <Text size="xs" c="dimmed" truncate>
      {by === ownId ? said.byYou : said.by(name!)}
    </Text>
  )
}

type AddProps = { thing: SharedThing; shares: Share[]; ownId: string; others: Thing[] }

function Add({ thing, shares, ownId, others }: AddProps) {
  const { data: everyone = [] } = useQuery(peopleQuery)
  const [user, setUser] = useState<string | null>(null)
  const [canEdit, setCanEdit] = useState(false)
  const [isTogether, setTogether] = useState(false)
  const change = useChangeShares(thing, isTogether ? others : [])
  const taken = new Set([ownId, ...shares.map((share) => share.user.id)])
  const people = everyone.filter(({ id, active }) => active && !taken.has(id))
  const name = people.find(({ id }) => id === user)?.full_name ?? ''
  const share = () => {
    if (!user) return
    const done = () => {
      noticeDone(said.shared(name))
      setUser(null)
    }
    change.mutate({ kind: 'share', user, canEdit }, { onSuccess: done })
  }
  return (
    <>
      <Group align="flex-end" gap="xs" wrap="nowrap">
        <Select
          flex={1}
          label={said.add}
          placeholder={said.find}
          data={people.map(personOption)}
          value={user}
          onChange={setUser}
          searchable
          limit={20}
          renderOption={PersonOption}
          nothingFoundMessage={said.noSuch}
        />
        <Button disabled={!user} loading={change.isPending} onClick={share}>
          {said.share}
        </Button>
      </Group>
      {others.length > 0 && (
        <Checkbox
          size="sm"
          label={thing.kind === 'recording' ? said.alsoNote : said.alsoRecaps(others.length)}
          checked={isTogether}
          onChange={(event) => setTogether(event.currentTarget.checked)}
        />
      )}
      {thing.kind !== 'recording' && (
        <Checkbox
          size="sm"
          label={said.mayEdit}
          checked={canEdit}
          onChange={(event) => setCanEdit(event.currentTarget.checked)}
        />
      )}
    </>
  )
}
