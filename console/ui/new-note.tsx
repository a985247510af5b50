/** A button, and the key `n`, for a new note. */
import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { words } from '../words/words.ts'
import { later } from './later.tsx'
import { usePageKeys } from './page-keys.ts'

const NoteForm = later(async () => (await import('./note-form.tsx')).NoteForm, null)

export function NewNote({ variant = 'filled' }: { variant?: 'filled' | 'light' | 'default' }) {
  const [isOpen, setOpen] = useState(false)
  usePageKeys([['n', () => setOpen(true)]])
  return (
    <>
      <Button variant={variant} leftSection={<IconPlus size={18} stroke={1.8} />} onClick={() => setOpen(true)}>
        {words.newNote.open}
      </Button>
      {isOpen && <NoteForm onClose={() => setOpen(false)} />}
    </>
  )
}
