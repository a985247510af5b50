/** Every recording that the person sees, the newest first. */
import { Button, Title } from '@mantine/core'
import type { Recording } from '@minutebook/client'
import { type QueryClient, useInfiniteQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { type MeetingFilters, recordingsQuery } from '../../api/meetings.ts'
import { usePrefetched } from '../../api/use-prefetched.ts'
import layout from '../../ui/layout.module.css'
import { isNarrowed } from '../../ui/list-filters.tsx'
import { MeetingFilterBar } from '../../ui/meeting-filters.tsx'
import { Pages } from '../../ui/pages.tsx'
import { useRowKeys } from '../../ui/row-keys.ts'
import { Message } from '../../ui/states.tsx'
import { usePageTitle } from '../../ui/title.ts'
import { words } from '../../words/words.ts'
import { RecordingList } from './recording-list.tsx'

const { recordings: said } = words

export function prefetch(queries: QueryClient, filters: MeetingFilters) {
  void queries.prefetchInfiniteQuery(recordingsQuery(filters))
}

export function Page({ filters }: { filters: MeetingFilters }) {
  usePageTitle(said.title)
  const navigate = useNavigate()
  const narrow = (search: MeetingFilters) => void navigate({ to: '/recordings', search, replace: true })
  const recordings = useInfiniteQuery(usePrefetched(recordingsQuery(filters)))
  return (
    <div className={layout.content}>
      <Title order={1} mb="lg">
        {said.title}
      </Title>
      <MeetingFilterBar filters={filters} label={said.search} onChange={narrow} />
      <Pages query={recordings} empty={<Nothing filters={filters} onClear={() => narrow({})} />}>
        {(rows) => <Rows rows={rows} />}
      </Pages>
    </div>
  )
}

function Rows({ rows }: { rows: Recording[] }) {
  useRowKeys('[data-row]')
  return <RecordingList recordings={rows} />
}

function Nothing({ filters, onClear }: { filters: MeetingFilters; onClear: () => void }) {
  if (isNarrowed(filters)) {
    const clear = (
      <Button variant="light" onClick={onClear}>
        {words.filters.clearAll}
      </Button>
    )
    return <Message order={2} title={words.filters.noMatch} action={clear} />
  }
  const upload = (
    <Button variant="light" renderRoot={(props) => <Link to="/uploads" {...props} />}>
      {said.upload}
    </Button>
  )
  return (
    <Message order={2} title={said.none} action={upload}>
      {said.noneWhy}
    </Message>
  )
}
