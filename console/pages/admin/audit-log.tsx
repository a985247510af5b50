/** Who did what, and on whose behalf. */
import { Button, Group, Select, UnstyledButton } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { endOfDay, startOfDay } from '../../api/days.ts'
import { peopleQuery } from '../../api/people.ts'
import { type AuditEntry, auditQuery } from '../../api/workspace.ts'
import { DayField } from '../../ui/day-fields.tsx'
import rowClasses from '../../ui/entries.module.css'
import { dayAndHour, hour } from '../../ui/format.ts'
import { Mark } from '../../ui/mark.tsx'
import { Row, Rows } from '../../ui/rows.tsx'
import { Empty, Loaded, More } from '../../ui/section.tsx'
import { Time } from '../../ui/time.tsx'
import { adminWords } from '../../words/admin/words.ts'
import { describeEntry } from './describe-entry.ts'
import { foldEntries } from './fold-entries.ts'
import type { AdminSearch, ChangeSearch } from './search.ts'

const { audit: said } = adminWords

type Props = { search: AdminSearch; change: ChangeSearch }

export function AuditLog({ search, change }: Props) {
  const { user, action, from, until } = search
  const isFiltered = Boolean(user || action || from || until)
  const log = useInfiniteQuery(
    auditQuery({
      ...(user && { user_id: user }),
      ...(action && { action }),
      at_start: startOfDay(from),
      at_end: endOfDay(until),
    }),
  )
  return (
    <>
      <Filters search={search} change={change} />
      {isFiltered && (
        <Button
          variant="subtle"
          size="xs"
          mb="sm"
          onClick={() => change({ user: undefined, action: undefined, from: undefined, until: undefined })}
        >
          {said.clear}
        </Button>
      )}
      <Loaded of={log}>{({ pages }) => <Entries entries={pages.flatMap(({ data }) => data)} />}</Loaded>
      <More of={log} />
    </>
  )
}

function Filters({ search: { user, action, from, until }, change }: Props) {
  const { data: people = [] } = useQuery(peopleQuery)
  return (
    <Group mb="md" align="flex-end">
      <Select
        label={said.who}
        placeholder={said.any}
        clearable
        searchable
        limit={50}
        style={{ flex: '1 1 200px' }}
        data={people.map(({ id, full_name, email }) => ({ value: id, label: `${full_name} (${email})` }))}
        value={user ?? null}
        onChange={(next) => change({ user: next ?? undefined })}
      />
      <Select
        label={said.what}
        placeholder={said.any}
        clearable
        searchable
        style={{ flex: '1 1 200px' }}
        data={Object.entries(said.actions).map(([value, label]) => ({ value, label }))}
        value={action ?? null}
        onChange={(next) => change({ action: next ?? undefined })}
      />
      <DayField label={said.from} value={from} onChange={(next) => change({ from: next })} />
      <DayField label={said.until} value={until} onChange={(next) => change({ until: next })} />
    </Group>
  )
}

function Entries({ entries }: { entries: AuditEntry[] }) {
  const { data: people = [] } = useQuery(peopleQuery)
  const names = new Map(people.map(({ id, full_name }) => [id, full_name]))
  const nameOf = (id: string) => names.get(id) ?? id
  if (entries.length === 0) return <Empty title={said.none} />
  return (
    <Rows label={said.title}>
      {foldEntries(entries).map((group) => (
        <Entry key={group[0].id} group={group} nameOf={nameOf} />
      ))}
    </Rows>
  )
}

/** One entry, or several requests from acting as one person; a press shows what is stored, with its codes. */
function Entry({ group, nameOf }: { group: [AuditEntry, ...AuditEntry[]]; nameOf: (id: string) => string }) {
  const [isOpen, { toggle }] = useDisclosure(false)
  const [latest] = group
  const first = group.at(-1)!
  const { at, action, user_id, on_behalf_of, status } = latest
  const description = describeEntry(latest, said.descriptions, { person: nameOf })
  const title = (
    <UnstyledButton onClick={toggle} aria-expanded={isOpen} fw={550} style={{ overflowWrap: 'anywhere' }}>
      {description ?? said.unknown}
    </UnstyledButton>
  )
  const meta = (
    <>
      {nameOf(user_id)}
      {on_behalf_of && action !== 'impersonate' && ` ${said.as(nameOf(on_behalf_of))}`} ·{' '}
      {first !== latest && (
        <>
          <Time at={first.at} as={dayAndHour} /> –{' '}
        </>
      )}
      <Time at={at} as={first === latest ? dayAndHour : hour} />
      {group.length > 1 && ` · ${said.requests(group.length)}`}
    </>
  )
  return (
    <>
      <Row title={title} meta={meta} isLink>
        {status !== null && status >= 400 && <Mark tone="bad">{said.refused}</Mark>}
      </Row>
      {isOpen &&
        group.map((entry) => (
          <li key={entry.id}>
            <pre className={rowClasses.block}>{JSON.stringify(entry, null, 2)}</pre>
          </li>
        ))}
    </>
  )
}
