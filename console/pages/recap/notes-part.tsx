/** The AI notes: to read, to edit as Markdown, and to have written anew. */
import { Button, Group, Text, Textarea } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useState } from 'react'
import { type Recap, useCorrect } from '../../api/correct-recording.ts'
import { Confirm } from '../../ui/confirm.tsx'
import { words } from '../../words/words.ts'
import { AiNotes } from './ai-notes.tsx'
import { CorrectionForm } from './correction-form.tsx'
import { Part } from './part.tsx'
import { useNotesAnew } from './use-notes-anew.ts'

const { correct: said } = words.recap

type Props = { recap: Recap; mayEdit: boolean; hasItems: boolean; onSeek: (seconds: number) => void }

export function NotesPart({ recap, mayEdit, hasItems, onSeek }: Props) {
  const [isEdited, edit] = useDisclosure(false)
  return (
    <Part title={words.recap.notes} action={mayEdit && !isEdited && <Actions recap={recap} onEdit={edit.open} />}>
      {isEdited ? (
        <EditNotes recap={recap} onDone={edit.close} />
      ) : (
        <AiNotes notes={recap.ai_notes} hasItems={hasItems} onSeek={onSeek} />
      )}
    </Part>
  )
}

function Actions({ recap, onEdit }: { recap: Recap; onEdit: () => void }) {
  const [isAsked, ask] = useDisclosure(false)
  const anew = useNotesAnew(recap)
  if (anew.isWriting) {
    return (
      <Text size="sm" c="dimmed" role="status">
        {said.writing}
      </Text>
    )
  }
  const write = () => {
    ask.close()
    anew.write()
  }
  return (
    <Group gap={4}>
      {recap.transcript && (
        <Button variant="subtle" size="compact-sm" onClick={ask.open}>
          {said.anew}
        </Button>
      )}
      <Button variant="subtle" size="compact-sm" aria-label={said.notes} onClick={onEdit}>
        {words.recap.edit}
      </Button>
      <Confirm isOpen={isAsked} onClose={ask.close} title={said.anewTitle} action={said.anew} onConfirm={write}>
        {said.anewWhy}
      </Confirm>
    </Group>
  )
}

function EditNotes({ recap, onDone }: { recap: Recap; onDone: () => void }) {
  const [markdown, setMarkdown] = useState(recap.ai_notes?.markdown ?? '')
  const correct = useCorrect(recap)
  const save = () => {
    if (markdown === recap.ai_notes?.markdown) onDone()
    else correct.mutate({ ai_notes: { markdown } }, { onSuccess: onDone })
  }
  return (
    <CorrectionForm error={correct.error} isPending={correct.isPending} onSave={save} onCancel={onDone}>
      <Textarea
        label={said.notesLabel}
        autosize
        minRows={8}
        maxRows={16}
        value={markdown}
        onChange={(event) => setMarkdown(event.currentTarget.value)}
        autoFocus
      />
    </CorrectionForm>
  )
}
