/** One text of the settings. If somebody else changed it first, shows theirs and keeps what was written. */
import { Button, Stack, Text, Textarea } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { isStale, type NoteTemplates, useChangeNoteTemplates } from '../../../api/note-templates.ts'
import entries from '../../../ui/entries.module.css'
import { noticeDone } from '../../../ui/notices.ts'
import { Refusal } from '../../../ui/section.tsx'
import { adminWords } from '../../../words/admin/words.ts'
import { words } from '../../../words/words.ts'

const { aiNotes: said } = adminWords

type Props = {
  label: string
  hint: string
  example: string
  saved: string
  maxCharacters?: number
  problemOf?: (text: string) => string | null
  toChange: (text: string) => (now: NoteTemplates) => NoteTemplates
}

export function TextPart({ label, hint, example, saved, maxCharacters, problemOf, toChange }: Props) {
  /** Null until something is written. `before` is the text saved at that moment, which others may change meanwhile. */
  const [written, setWritten] = useState<{ text: string; before: string } | null>(null)
  const change = useChangeNoteTemplates()
  const text = written?.text ?? saved
  const isChanged = written !== null && written.before !== saved
  const problem = problemOf?.(text) ?? null
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const onSuccess = () => {
      setWritten(null)
      noticeDone(adminWords.settings.saved)
    }
    change.mutate(toChange(text), { onSuccess })
  }
  return (
    <Stack component="form" onSubmit={submit} gap="sm" align="flex-start">
      <Textarea
        w="100%"
        aria-label={label}
        description={hint}
        placeholder={example}
        error={problem}
        autosize
        minRows={3}
        maxRows={14}
        maxLength={maxCharacters}
        value={text}
        onChange={(event) => setWritten({ before: saved, ...written, text: event.currentTarget.value })}
      />
      <Refusal error={change.error} />
      {(isChanged || isStale(change.error)) && (
        <div style={{ width: '100%' }}>
          <Text size="sm" mb={4}>
            {said.savedNow}
          </Text>
          <div className={entries.block}>{saved || '–'}</div>
        </div>
      )}
      <Button
        type="submit"
        variant="default"
        disabled={text === saved || problem !== null}
        loading={change.isPending}
        aria-label={said.saveOf(label)}
      >
        {words.save}
      </Button>
    </Stack>
  )
}
