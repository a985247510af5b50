/** A button, and the key `n`, for a new note: its title, and with whom it is shared. Opens the note. */
import { Button, TextInput } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useCreateNote } from '../api/create-note.ts'
import { words } from '../words/words.ts'
import { DialogForm } from './dialog-form.tsx'
import { noticeFailed } from './notices.ts'
import { usePageKeys } from './page-keys.ts'
import { PeopleField } from './people-field.tsx'

const { newNote: said } = words

export function NewNote({ variant = 'filled' }: { variant?: 'filled' | 'light' | 'default' }) {
  const [isOpen, setOpen] = useState(false)
  usePageKeys([['n', () => setOpen(true)]])
  return (
    <>
      <Button variant={variant} leftSection={<IconPlus size={18} stroke={1.8} />} onClick={() => setOpen(true)}>
        {said.open}
      </Button>
      {isOpen && <NoteForm onClose={() => setOpen(false)} />}
    </>
  )
}

function NoteForm({ onClose }: { onClose: () => void }) {
  const create = useCreateNote()
  const navigate = useNavigate()
  const [title, setTitle] = useState('')
  const [people, setPeople] = useState<string[]>([])
  const submit = () =>
    create.mutate(
      { title: title.trim(), people },
      {
        onSuccess: ({ note, shareError }) => {
          if (shareError) noticeFailed(shareError)
          void navigate({ to: '/note/$noteId', params: { noteId: note.id } })
        },
      },
    )
  return (
    <DialogForm
      title={said.open}
      onClose={onClose}
      onSubmit={submit}
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
      <PeopleField label={said.people} value={people} onChange={setPeople} />
    </DialogForm>
  )
}
