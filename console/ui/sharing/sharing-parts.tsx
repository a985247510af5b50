/** Who sees a note or a recap, with the changes that the caller may make; for a repeating meeting also the series. */
import { Alert, Group, SegmentedControl, Skeleton, Stack, Text } from '@mantine/core'
import type { Note } from '@minutebook/client'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { noteQuery } from '../../api/queries.ts'
import { type Sharing, sharingQuery, type Thing } from '../../api/sharing.ts'
import { words } from '../../words/words.ts'
import { refusalOf } from '../refusal.ts'
import { Copy } from '../secret.tsx'
import { Channels } from './channels.tsx'
import { MailRecap } from './mail-recap.tsx'
import { OutsideLinks } from './outside-links.tsx'
import { People } from './people.tsx'

const { sharing: said } = words

type Props = { thing: Thing; title: string; noteId: string }

export function SharingParts({ thing, title, noteId }: Props) {
  const { data: sharing, error } = useQuery(sharingQuery(thing))
  const series = useSeries(noteId)
  const [shown, show] = useState('meeting')
  if (error && !sharing) return <Alert color="red">{refusalOf(error)}</Alert>
  if (!sharing || series.isPending) return <Skeleton height={120} />
  const ofSeries = series.sharing
  return (
    <Stack gap="lg">
      {ofSeries && (
        <SegmentedControl
          aria-label={said.what}
          value={shown}
          onChange={show}
          data={[
            { value: 'meeting', label: said.meeting },
            { value: 'series', label: said.series(ofSeries.shares.length) },
          ]}
        />
      )}
      {ofSeries && series.id && shown === 'series' ? (
        <OfSeries seriesId={series.id} title={title} sharing={ofSeries} />
      ) : (
        <OfMeeting thing={thing} title={title} sharing={sharing} others={othersOf(thing, series.note)} />
      )}
      <Group justify="space-between" wrap="nowrap">
        <Text size="sm" c="dimmed">
          {said.linkFor}
        </Text>
        <Copy label={said.copyLink} text={addressOf(thing)} />
      </Group>
    </Stack>
  )
}

const addressOf = ({ kind, id }: Thing) => `${location.origin}/${kind === 'note' ? 'note' : 'recap'}/${id}`

/** The note of a recap, or the recaps of a note, as far as the caller sees them. */
function othersOf({ kind }: Thing, note: Note | undefined): Thing[] {
  if (!note) return []
  return kind === 'recording'
    ? [{ kind: 'note', id: note.id }]
    : note.recording_ids.map((id) => ({ kind: 'recording', id }))
}

/** Without sight of the note, the series is unknown; only attendees of one of its meetings see who has access. */
function useSeries(noteId: string) {
  const note = useQuery(noteQuery(noteId))
  const id = note.data?.series_id ?? null
  const { data, isLoading } = useQuery({ ...sharingQuery({ kind: 'series', id: id ?? '' }), enabled: id !== null })
  return { id, note: note.data, sharing: data, isPending: note.isLoading || isLoading }
}

type OfMeetingProps = { thing: Thing; title: string; sharing: Sharing; others: Thing[] }

function OfMeeting({ thing, title, sharing, others }: OfMeetingProps) {
  return (
    <>
      <Text size="sm" c="dimmed">
        {said.invited} {said.notOthers[thing.kind]}
      </Text>
      <People thing={thing} title={title} sharing={sharing} others={others} />
      <Channels thing={thing} sharing={sharing} />
      {thing.kind === 'recording' && sharing.may_edit && <MailRecap recordingId={thing.id} />}
      {sharing.may_share && <OutsideLinks thing={thing} />}
      {!sharing.may_share && (
        <Text size="sm" c="dimmed">
          {said.onlyAttendees}
        </Text>
      )}
    </>
  )
}

function OfSeries({ seriesId, title, sharing }: { seriesId: string; title: string; sharing: Sharing }) {
  return (
    <>
      <Text size="sm" c="dimmed">
        {sharing.may_share ? said.seriesWhat : said.seriesOnlyAttendees}
      </Text>
      <People thing={{ kind: 'series', id: seriesId }} title={title} sharing={sharing} />
    </>
  )
}
