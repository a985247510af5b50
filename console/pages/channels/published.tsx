/** What was published in a channel. */
import { useInfiniteQuery } from '@tanstack/react-query'
import { notesQuery, recordingsQuery } from '../../api/meetings.ts'
import { newestFirst } from '../../ui/by-time.ts'
import { Pages } from '../../ui/pages.tsx'
import { useRowKeys } from '../../ui/row-keys.ts'
import { Message } from '../../ui/states.tsx'
import { words } from '../../words/words.ts'
import { MeetingRows } from '../meetings/meeting-list.tsx'
import { RecordingList } from '../recordings/recording-list.tsx'

const { channels: said } = words

export function PublishedNotes({ channelId }: { channelId: string }) {
  useRowKeys('[data-meeting]')
  const notes = useInfiniteQuery(notesQuery({ channel: channelId }))
  return (
    <Pages
      query={notes}
      empty={
        <Message order={2} title={said.noNotes}>
          {said.publishHow}
        </Message>
      }
    >
      {(rows) => <MeetingRows notes={rows.toSorted(newestFirst)} order={2} />}
    </Pages>
  )
}

export function PublishedRecordings({ channelId }: { channelId: string }) {
  useRowKeys('[data-row]')
  const recordings = useInfiniteQuery(recordingsQuery({ channel: channelId }))
  return (
    <Pages
      query={recordings}
      empty={
        <Message order={2} title={said.noRecordings}>
          {said.publishHow}
        </Message>
      }
    >
      {(rows) => <RecordingList recordings={rows} />}
    </Pages>
  )
}
