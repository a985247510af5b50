/** Every meeting that the person sees: upcoming ones, then past ones. */
import { Button, Group, Title } from '@mantine/core'
import type { Note } from '@minutebook/client'
import { type QueryClient, useInfiniteQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { type MeetingFilters, notesQuery } from '../../api/meetings.ts'
import { usePrefetched } from '../../api/use-prefetched.ts'
import { byTime } from '../../ui/by-time.ts'
import classes from '../../ui/layout.module.css'
import { isNarrowed } from '../../ui/list-filters.tsx'
import { MeetingFilterBar } from '../../ui/meeting-filters.tsx'
import { NewNote } from '../../ui/new-note.tsx'
import { Pages } from '../../ui/pages.tsx'
import { useRowKeys } from '../../ui/row-keys.ts'
import { Message } from '../../ui/states.tsx'
import { usePageTitle } from '../../ui/title.ts'
import { words } from '../../words/words.ts'
import { MeetingList } from './meeting-list.tsx'

const { meetings: said } = words

export function prefetch(queries: QueryClient, filters: MeetingFilters) {
  void queries.prefetchInfiniteQuery(notesQuery(filters))
}

export function Page({ filters }: { filters: MeetingFilters }) {
  usePageTitle(said.title)
  const navigate = useNavigate()
  const narrow = (search: MeetingFilters) => void navigate({ to: '/notes', search, replace: true })
  const notes = useInfiniteQuery(usePrefetched(notesQuery(filters)))
  return (
    <div className={classes.content}>
      <Group justify="space-between" mb="lg">
        <Title order={1}>{said.title}</Title>
        <Group gap="xs">
          <Button variant="default" renderRoot={(props) => <Link to="/import" {...props} />}>
            {words.import.title}
          </Button>
          <NewNote />
        </Group>
      </Group>
      <MeetingFilterBar filters={filters} label={said.search} onChange={narrow} />
      <Pages query={notes} empty={<Nothing filters={filters} onClear={() => narrow({})} />}>
        {(rows) => <Lists notes={rows} />}
      </Pages>
    </div>
  )
}

function Lists({ notes }: { notes: Note[] }) {
  const { upcoming, earlier } = byTime(notes, Date.now())
  useRowKeys('[data-meeting]')
  return (
    <>
      {upcoming.length > 0 && <MeetingList heading={said.upcoming} notes={upcoming} />}
      {earlier.length > 0 && <MeetingList heading={said.previous} notes={earlier} />}
    </>
  )
}

const ToCalendar = () => (
  <Button variant="light" renderRoot={(props) => <Link to="/calendar" search={{}} {...props} />}>
    {words.home.connect}
  </Button>
)

function Nothing({ filters, onClear }: { filters: MeetingFilters; onClear: () => void }) {
  if (!isNarrowed(filters))
    return (
      <Message order={2} title={said.none} action={<ToCalendar />}>
        {said.noneWhy}
      </Message>
    )
  const clear = (
    <Button variant="light" onClick={onClear}>
      {words.filters.clearAll}
    </Button>
  )
  const isByTitleAlone = filters.title && Object.values(filters).filter(Boolean).length === 1
  return (
    <Message order={2} title={isByTitleAlone ? said.noMatch(filters.title!) : words.filters.noMatch} action={clear} />
  )
}
