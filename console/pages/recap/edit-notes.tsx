/** Edits the AI notes as Markdown. */
import { Textarea } from '@mantine/core'
import { useState } from 'react'
import { type Recap, useCorrect } from '../../api/correct-recording.ts'
import { words } from '../../words/words.ts'
import { CorrectionForm } from './correction-form.tsx'

const { correct: said } = words.recap

export function EditNotes({ recap, onDone }: { recap: Recap; onDone: () => void }) {
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
