/** A note: its agenda to read, its items, who was invited, and its recordings. */
import { Button, Group, Stack, Text, Title } from '@mantine/core'
import type { Note } from '@minutebook/client'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { noteQuery } from '../../api/queries.ts'
import { hour, longDay } from '../../ui/format.ts'
import layout from '../../ui/layout.module.css'
import { Failed, Loading } from '../../ui/states.tsx'
import { Time } from '../../ui/time.tsx'
import { usePageTitle } from '../../ui/title.ts'
import { words } from '../../words/words.ts'
import { Items } from '../recap/items.tsx'
import { Part } from '../recap/part.tsx'
import { AgendaView } from './agenda-view.tsx'

export function NotePage({ noteId }: { noteId: string }) {
  const { data: note, error, refetch } = useQuery(noteQuery(noteId))
  usePageTitle(note?.title)
  if (error) return <Failed error={error} onAgain={() => void refetch()} />
  if (!note) return <Loading lines={8} />
  return (
    <div className={layout.content} style={{ maxWidth: 760 }}>
      <Head note={note} />
      <Stack gap={40} mt={32}>
        <Part title={words.note.agenda}>
          <AgendaView markup={note.content_native_markdown ?? ''} />
        </Part>
        <Items noteId={note.id} />
        <Attendees emails={note.event_attendees ?? []} />
      </Stack>
    </div>
  )
}

function Head({ note }: { note: Note }) {
  const at = note.event_start ?? note.created_at
  return (
    <header>
      <Title order={1} size="h2" style={{ overflowWrap: 'anywhere' }}>
        {note.title}
      </Title>
      <Text c="dimmed" size="sm" mt={4}>
        <Time at={at} as={longDay} />
        {!note.event_is_all_day && (
          <>
            {' · '}
            <Time at={at} as={hour} />
          </>
        )}
        {note.organizer_email && ` · ${words.note.organizer} ${note.organizer_email}`}
      </Text>
      <Group gap="sm" mt="md">
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
        {isWebAddress(note.call_url) && (
          <Button variant="default" size="sm" component="a" href={note.call_url} target="_blank" rel="noreferrer">
            {words.note.join}
          </Button>
        )}
      </Group>
    </header>
  )
}

function Attendees({ emails }: { emails: string[] }) {
  if (emails.length === 0) return null
  return (
    <Part title={words.note.attendees}>
      <Stack gap={4}>
        {emails.map((email) => (
          <Text key={email} size="sm" style={{ overflowWrap: 'anywhere' }}>
            {email}
          </Text>
        ))}
      </Stack>
    </Part>
  )
}

/** An invitation may name any address: `javascript:` is none to follow. */
function isWebAddress(url: string | null): url is string {
  return url !== null && /^https?:\/\//i.test(url)
}
