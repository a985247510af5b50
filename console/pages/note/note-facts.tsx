/** The note's time, organizer, and links to its recordings and its call. */
import { Button, Group, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { Note } from '@minutebook/client'
import { IconCalendarPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { itemsQuery } from '../../api/queries.ts'
import { timeOf } from '../../ui/by-time.ts'
import { DeleteMeeting } from '../../ui/delete-meeting.tsx'
import { hour, longDay } from '../../ui/format.ts'
import { later } from '../../ui/later.tsx'
import { isWebAddress } from '../../ui/links.ts'
import { RecordButton } from '../../ui/record/record-button.tsx'
import { ByRule } from '../../ui/sharing/by-rule.tsx'
import { ShareButton } from '../../ui/sharing/share-button.tsx'
import { Time } from '../../ui/time.tsx'
import { useNameOfAddress } from '../../ui/use-name-of-address.ts'
import { words } from '../../words/words.ts'
import { BotInCall, dayMs, isToday } from './bot-in-call.tsx'
import { NoteMarks } from './note-marks.tsx'
import { Planned } from './planned.tsx'

const NextMeeting = later(async () => (await import('./next-meeting.tsx')).NextMeeting, null)

const isComing = (end: string | null, now: number) => end !== null && now < Date.parse(end)

/** No bot was there before. */
const mayHaveMarks = (start: string | null, now: number) => start !== null && now > Date.parse(start) - dayMs

type Props = {
  note: Note
  /** Of those who may write the agenda. */
  mayRecord?: boolean
  /** The recorder is open. */
  records?: boolean
}

export function NoteFacts({ note, mayRecord = false, records = false }: Props) {
  const { data: items = [] } = useQuery(itemsQuery(note.id))
  const nameOf = useNameOfAddress()
  const at = timeOf(note)
  const organizer = note.organizer_email && nameOf(note.organizer_email)
  const call = isWebAddress(note.call_url) ? note.call_url : null
  return (
    <div style={{ marginTop: -32 }}>
      <Text c="dimmed" size="sm">
        <Time at={at} as={longDay} />
        {!note.event_is_all_day && (
          <>
            {' · '}
            <Time at={at} as={hour} />
          </>
        )}
        {organizer && ` · ${words.note.organizer} ${organizer}`}
      </Text>
      {note.by_rule && (
        <Text c="dimmed" size="sm">
          {words.rules.made} <ByRule id={note.by_rule} />
        </Text>
      )}
      <Group gap="sm" mt="md">
        {mayRecord && <RecordButton meeting={note} size="sm" opens={records} />}
        {note.recording_ids.map((recordingId, index) => (
          <Button
            key={recordingId}
            variant="light"
            size="sm"
            renderRoot={(props) => <Link to="/recap/$recordingId" params={{ recordingId }} search={{}} {...props} />}
          >
            {note.recording_ids.length === 1 ? words.meetings.recap : words.note.recording(index + 1)}
          </Button>
        ))}
        {note.series_id && (
          <Button
            variant="default"
            size="sm"
            renderRoot={(props) => <Link to="/note/$noteId/brief" params={{ noteId: note.id }} {...props} />}
          >
            {words.brief.title}
          </Button>
        )}
        {note.series_id && (
          <Button
            variant="default"
            size="sm"
            renderRoot={(props) => <Link to="/notes" search={{ series: note.series_id! }} {...props} />}
          >
            {words.note.series}
          </Button>
        )}
        {call && (
          <Button variant="default" size="sm" component="a" href={call} target="_blank" rel="noreferrer">
            {words.note.join}
          </Button>
        )}
        {mayRecord && <NextButton note={note} />}
        <ShareButton thing={{ kind: 'note', id: note.id }} title={note.title} noteId={note.id} />
        <DeleteMeeting thing={{ kind: 'note', id: note.id }} title={note.title}>
          {words.deleting.note(items.length, note.recording_ids.length)}
        </DeleteMeeting>
        {call && isToday(note.event_start, note.event_end, Date.now()) && <BotInCall noteId={note.id} />}
      </Group>
      {mayRecord && isComing(note.event_end, Date.now()) && <Planned note={note} />}
      {mayRecord && mayHaveMarks(note.event_start, Date.now()) && <NoteMarks noteId={note.id} />}
    </div>
  )
}

function NextButton({ note }: { note: Note }) {
  const [isOpen, { open, close }] = useDisclosure(false)
  return (
    <>
      <Button variant="default" size="sm" leftSection={<IconCalendarPlus size={16} stroke={1.6} />} onClick={open}>
        {words.note.next.button}
      </Button>
      {isOpen && <NextMeeting note={note} onClose={close} />}
    </>
  )
}
