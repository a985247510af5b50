/** A note: its agenda, attendees and recordings. */
import { Group, Stack, Text } from '@mantine/core'
import type { Note } from '@minutebook/client'
import { type QueryClient, useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { peopleQuery } from '../../api/people.ts'
import { itemsQuery, noteQuery, sessionQuery } from '../../api/queries.ts'
import { sharingQuery } from '../../api/sharing.ts'
import { usePrefetched } from '../../api/use-prefetched.ts'
import { versionOf, type NoteText as WrittenText } from '../../api/write-note.ts'
import { timeOf } from '../../ui/by-time.ts'
import { EditableTitle } from '../../ui/editable-title.tsx'
import layout from '../../ui/layout.module.css'
import { PaperMenu } from '../../ui/paper/paper-menu.tsx'
import { Failed, Loading } from '../../ui/states.tsx'
import { usePageTitle } from '../../ui/title.ts'
import { words } from '../../words/words.ts'
import { Items } from '../recap/items.tsx'
import { Part } from '../recap/part.tsx'
import { AgendaView } from './agenda-view.tsx'
import { Attendees } from './attendees.tsx'
import { readAgenda } from './editor/markup.ts'
import { NoteEditor } from './note-editor.tsx'
import { NoteFacts } from './note-facts.tsx'
import { OpenBefore } from './open-before.tsx'
import { paperOf } from './paper-of.ts'
import { StandingBefore } from './standing-before.tsx'
import { TakeOver } from './take-over.tsx'
import { useNames } from './use-names.ts'

export function prefetch(queries: QueryClient, { noteId }: { noteId: string }) {
  void queries.prefetchQuery(noteQuery(noteId))
  void queries.prefetchQuery(sharingQuery({ kind: 'note', id: noteId }))
  void queries.prefetchQuery(itemsQuery(noteId))
  void queries.prefetchQuery(peopleQuery)
}

/** @param records  the recorder is open: a reminder led here */
export function Page({ noteId, records }: { noteId: string; records: boolean }) {
  const {
    data: note,
    error,
    refetch,
  } = useQuery({ ...usePrefetched(noteQuery(noteId)), refetchOnWindowFocus: 'always' })
  const sharing = useQuery(usePrefetched(sharingQuery({ kind: 'note', id: noteId })))
  usePageTitle(note?.title)
  if (error && !note) return <Failed error={error} onAgain={() => void refetch()} />
  if (!note || sharing.isPending) return <Loading lines={8} />
  return (
    <div className={layout.content}>
      <Stack gap={40}>
        <NoteText note={note} mayEdit={sharing.data?.may_edit ?? false} records={records} />
        <StandingBefore note={note} />
        <OpenBefore note={note} />
        <Attendees emails={note.event_attendees ?? []} />
      </Stack>
    </div>
  )
}

const none: string[] = []

type NoteTextProps = { note: Note & { etag: string }; mayEdit: boolean; records: boolean }

/** An agenda in a later version of the markup is read-only. */
function NoteText({ note, mayEdit, records }: NoteTextProps) {
  const { data: session } = useSuspenseQuery(sessionQuery)
  const nameOf = useNames(note.id)
  const version = versionOf(note)
  const menu = (read: () => WrittenText) => <PaperMenu isSmall read={() => paperOf(note, read(), nameOf)} />
  if (mayEdit && readAgenda(version.markup).head !== '') {
    return (
      <NoteEditor
        noteId={note.id}
        userId={session.user.id}
        version={version}
        meeting={{ emails: note.event_attendees ?? none, start: note.event_start && timeOf(note) }}
        nameOf={nameOf}
        menu={(read) => (
          <Group gap="xs">
            <TakeOver note={note} />
            {menu(read)}
          </Group>
        )}
      >
        <NoteFacts note={note} mayRecord records={records} />
      </NoteEditor>
    )
  }
  return (
    <>
      <EditableTitle title={note.title} mayEdit={false} onRename={() => {}} />
      <NoteFacts note={note} />
      <Part title={words.note.agenda} action={menu(() => version)}>
        <AgendaView markup={version.markup} nameOf={nameOf} />
        <Text size="sm" c="dimmed" mt="md">
          {words.note.readOnly}
        </Text>
      </Part>
      <Items noteId={note.id} />
    </>
  )
}
