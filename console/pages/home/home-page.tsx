/** The first page: next and last meetings, open items, running uploads, news. */
import { Anchor, Group, Stack, Text, Title } from '@mantine/core'
import { type QueryClient, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { allItemsQuery } from '../../api/items.ts'
import { ownNotesQuery } from '../../api/meetings.ts'
import { ownPendingQuery, unfinishedQuery } from '../../api/uploads.ts'
import { usePrefetched } from '../../api/use-prefetched.ts'
import { byTime } from '../../ui/by-time.ts'
import layout from '../../ui/layout.module.css'
import { NewNote } from '../../ui/new-note.tsx'
import { RecordButton } from '../../ui/record/record-button.tsx'
import { useRowKeys } from '../../ui/row-keys.ts'
import { Failed, Loading } from '../../ui/states.tsx'
import { usePageTitle } from '../../ui/title.ts'
import { words } from '../../words/words.ts'
import { MeetingRows } from '../meetings/meeting-list.tsx'
import { UnfinishedUploads } from '../uploads/unfinished-uploads.tsx'
import { Begin } from './begin.tsx'
import { DemoStart } from './demo-start.tsx'
import classes from './home.module.css'
import { MyItems } from './my-items.tsx'
import { News } from './news.tsx'
import { Part } from './part.tsx'
import { PasskeyOffer } from './passkey-offer.tsx'
import { Processing } from './processing.tsx'
import { Voices } from './voices.tsx'

const { home: said } = words

const maxUpcoming = 5
const maxRecent = 6

export function prefetch(queries: QueryClient) {
  void queries.prefetchQuery(ownNotesQuery)
  void queries.prefetchInfiniteQuery(allItemsQuery())
  void queries.prefetchQuery(unfinishedQuery)
  void queries.prefetchQuery(ownPendingQuery)
}

export function Page() {
  usePageTitle(said.title)
  useRowKeys('[data-meeting], [data-item], [data-row]')
  const { data: notes } = useQuery(usePrefetched(ownNotesQuery))
  const isNew = notes?.length === 0
  return (
    <div className={layout.content} style={{ maxWidth: 1120 }}>
      <Group justify="space-between" mb="lg">
        <Title order={1}>{said.title}</Title>
        <Group gap="sm">
          <RecordButton />
          {!isNew && <NewNote variant="default" />}
        </Group>
      </Group>
      <DemoStart />
      <PasskeyOffer />
      <div className={classes.columns} data-new={isNew || undefined}>
        {isNew ? <Begin /> : <Meetings />}
        <Stack gap={36}>
          <Voices />
          <UnfinishedUploads />
          <Processing />
          <MyItems isHiddenIfNone={isNew} />
          <News />
        </Stack>
      </div>
    </div>
  )
}

function Meetings() {
  const notes = useQuery(usePrefetched(ownNotesQuery))
  if (notes.error && !notes.data) return <Failed order={2} error={notes.error} onAgain={() => void notes.refetch()} />
  if (!notes.data) return <Loading lines={6} />
  const { upcoming, earlier } = byTime(notes.data, Date.now())
  return (
    <Stack gap={36}>
      <Part title={words.meetings.upcoming}>
        {upcoming.length > 0 ? <MeetingRows notes={upcoming.slice(0, maxUpcoming)} /> : <NoneAhead />}
      </Part>
      {earlier.length > 0 && (
        <Part title={said.recent} all={{ to: '/notes', label: said.allMeetings }}>
          <MeetingRows notes={earlier.slice(0, maxRecent)} />
        </Part>
      )}
    </Stack>
  )
}

/** A calendar may not be connected; the page with the calendars tells. */
function NoneAhead() {
  return (
    <Text size="sm" c="dimmed" p="sm">
      {said.noneAhead}{' '}
      <Anchor inherit renderRoot={(props) => <Link to="/calendar" search={{}} {...props} />}>
        {words.calendar.feeds}
      </Anchor>
    </Text>
  )
}
