/** The form of a new note: its title, its day and its people; or one of the next meetings of the calendar. Opens the note. */
import { TextInput } from '@mantine/core'
import { useMutation, useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { createNote, planMeeting } from '../api/create-note.ts'
import { peopleQuery } from '../api/people.ts'
import { sessionQuery } from '../api/queries.ts'
import { words } from '../words/words.ts'
import { MomentField } from './day-fields.tsx'
import { DialogForm } from './dialog-form.tsx'
import { NextMeetings } from './next-meetings.tsx'
import { noticeFailed } from './notices.ts'
import { PeopleField } from './people-field.tsx'
import { PageError } from './refusal.ts'

const { newNote: said } = words

export function NoteForm({ onClose }: { onClose: () => void }) {
  const create = useCreate()
  const [title, setTitle] = useState('')
  const [start, setStart] = useState('')
  const [people, setPeople] = useState<string[]>([])
  return (
    <DialogForm
      title={said.open}
      onClose={onClose}
      onSubmit={() => create.mutate({ title: title.trim(), start, people })}
      action={said.create}
      isDisabled={title.trim() === ''}
      mutation={create}
    >
      <TextInput
        label={said.title}
        data-autofocus
        required
        maxLength={255}
        value={title}
        onChange={(event) => setTitle(event.currentTarget.value)}
      />
      <MomentField label={said.when} value={start} onChange={setStart} />
      <PeopleField label={said.people} description={said.peopleHint} value={people} onChange={setPeople} />
      <NextMeetings />
    </DialogForm>
  )
}

type Wanted = { title: string; start: string; people: string[] }

function useCreate() {
  const navigate = useNavigate()
  const queries = useQueryClient()
  const { user } = useSuspenseQuery(sessionQuery).data
  const { data: everyone = [] } = useQuery(peopleQuery)
  return useMutation({
    meta: { pageShowsError: true },
    mutationFn: async ({ title, start, people }: Wanted) => {
      if (start === '') return createNote({ title, people })
      const invited = everyone.filter(({ id }) => people.includes(id)).map(({ email }) => email)
      const note = await planMeeting({ title, start, organizer: user.email, invited })
      if (!note) throw new PageError(said.tooFar)
      return { note, shareError: undefined }
    },
    onSuccess: ({ note, shareError }) => {
      if (shareError) noticeFailed(shareError)
      void queries.invalidateQueries({ queryKey: ['notes'] })
      void navigate({ to: '/note/$noteId', params: { noteId: note.id } })
    },
  })
}
