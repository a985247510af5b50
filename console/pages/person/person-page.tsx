/** Somebody, for who meets them: what each owes, what they decided, and the meetings together. Only what the reader sees. */
import { Button, Stack, Text, Title } from '@mantine/core'
import type { ActionItem, Note } from '@minutebook/client'
import {
  type InfiniteData,
  type QueryClient,
  type UseInfiniteQueryResult,
  useInfiniteQuery,
  useQuery,
  useSuspenseQuery,
} from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { decisionsQuery } from '../../api/decisions.ts'
import { openOfPersonQuery, ownOfMeetingsWithQuery } from '../../api/items.ts'
import { notesQuery } from '../../api/meetings.ts'
import type { Page as ListPage } from '../../api/pages.ts'
import { peopleQuery, type User } from '../../api/people.ts'
import { sessionQuery } from '../../api/queries.ts'
import { usePrefetched } from '../../api/use-prefetched.ts'
import { byTime } from '../../ui/by-time.ts'
import layout from '../../ui/layout.module.css'
import { useRowKeys } from '../../ui/row-keys.ts'
import rows from '../../ui/rows.module.css'
import { Loaded, More } from '../../ui/section.tsx'
import { Failed, Loading, NotFound } from '../../ui/states.tsx'
import { usePageTitle } from '../../ui/title.ts'
import { words } from '../../words/words.ts'
import { DecisionRow } from '../decisions/decision-row.tsx'
import { ItemRow } from '../items/item-row.tsx'
import { useNotesOf } from '../items/use-notes-of.ts'
import { MeetingList } from '../meetings/meeting-list.tsx'
import { Part } from '../recap/part.tsx'

const { person: said } = words

export function prefetch(queries: QueryClient) {
  void queries.prefetchQuery(peopleQuery)
}

export function Page({ personId }: { personId: string }) {
  const { data: everyone, error, refetch } = useQuery(usePrefetched(peopleQuery))
  const { data: session } = useSuspenseQuery(sessionQuery)
  const person = everyone?.find(({ id }) => id === personId)
  usePageTitle(person?.full_name)
  useRowKeys('[data-row], [data-item], [data-meeting]')
  if (error && !everyone) return <Failed error={error} onAgain={() => void refetch()} />
  if (!everyone) return <Loading lines={8} />
  if (!person) return <NotFound />
  const isOneself = person.id === session.user.id
  return (
    <div className={layout.content}>
      <Title order={1} dir="auto" style={{ overflowWrap: 'anywhere' }}>
        {person.full_name}
      </Title>
      <Text c="dimmed" size="sm" mt={4} mb="xl" style={{ overflowWrap: 'anywhere' }}>
        {person.email}
        {!person.active && ` · ${said.hasLeft}`}
      </Text>
      <Stack gap={36}>
        <Theirs person={person} />
        {!isOneself && <Mine person={person} />}
        <Decisions person={person} />
        <Meetings addresses={[...new Set([session.user.email, person.email])]} isOneself={isOneself} />
      </Stack>
    </div>
  )
}

type Rows<Row> = UseInfiniteQueryResult<InfiniteData<ListPage<Row>>>

/** A part with a list that is read page by page, or what says that it is empty. */
function List<Row>(props: {
  title: string
  none: string
  of: Rows<Row>
  action?: ReactNode
  children: (rows: Row[]) => ReactNode
}) {
  const { title, none, of, action, children } = props
  return (
    <Part title={title} action={action}>
      <Loaded of={of}>
        {({ pages }) => {
          const found = pages.flatMap(({ data }) => data)
          if (found.length > 0) return children(found)
          return of.hasNextPage ? null : (
            <Text size="sm" c="dimmed">
              {none}
            </Text>
          )
        }}
      </Loaded>
      <More of={of} />
    </Part>
  )
}

const Theirs = ({ person: { id, full_name } }: { person: User }) => (
  <Items title={said.theirs(full_name)} none={said.noItems} of={useInfiniteQuery(openOfPersonQuery(id))} />
)

const Mine = ({ person: { email } }: { person: User }) => (
  <Items title={said.mine} none={said.noItems} of={useInfiniteQuery(ownOfMeetingsWithQuery(email))} />
)

function Items({ title, none, of }: { title: string; none: string; of: Rows<ActionItem> }) {
  const notes = useNotesOf(of.data?.pages.flatMap(({ data }) => data) ?? [])
  return (
    <List title={title} none={none} of={of}>
      {(items) => (
        <ul className={rows.list} aria-label={title}>
          {items.map((item) => (
            <ItemRow key={item.id} item={item} note={notes.get(item.note_id ?? '')} isOfOthers />
          ))}
        </ul>
      )}
    </List>
  )
}

function Decisions({ person: { id } }: { person: User }) {
  const all = (
    <Button
      variant="subtle"
      size="compact-sm"
      renderRoot={(props) => <Link to="/decisions" search={{ person: id }} {...props} />}
    >
      {said.standing}
    </Button>
  )
  const decisions = useInfiniteQuery(decisionsQuery({ person: id, state: 'all' }))
  return (
    <List title={said.decisions} none={said.noDecisions} of={decisions} action={all}>
      {(found) => (
        <ul className={rows.list} aria-label={said.decisions}>
          {found.map((decision) => (
            <DecisionRow key={decision.id} decision={decision} mayEdit={false} />
          ))}
        </ul>
      )}
    </List>
  )
}

function Meetings({ addresses, isOneself }: { addresses: string[]; isOneself: boolean }) {
  const meetings = useInfiniteQuery(notesQuery({ invited: addresses.join(',') }))
  return (
    <List title={isOneself ? said.ownMeetings : said.meetings} none={said.noMeetings} of={meetings}>
      {(notes) => <Timeline notes={notes} />}
    </List>
  )
}

/** The next ones, one of each series, and those that were, the newest first. */
function Timeline({ notes }: { notes: Note[] }) {
  const { upcoming, earlier } = byTime(notes, Date.now())
  const isFirst = ({ series_id }: Note, index: number) =>
    series_id === null || upcoming.findIndex((each) => each.series_id === series_id) === index
  const next = upcoming.filter(isFirst)
  return (
    <Stack gap="lg">
      {next.length > 0 && <MeetingList heading={words.meetings.upcoming} notes={next} order={3} />}
      {earlier.length > 0 && <MeetingList heading={words.meetings.previous} notes={earlier} order={3} />}
    </Stack>
  )
}
