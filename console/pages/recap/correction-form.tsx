/** The common part of all correction forms: buttons, and errors beside what was written. */
import { Alert, Button, Group } from '@mantine/core'
import type { FormEvent, ReactNode } from 'react'
import { isStale } from '../../api/correct-recording.ts'
import { closeOnEscape } from '../../ui/close-on-escape.ts'
import { refusalOf } from '../../ui/refusal.ts'
import { useReturnFocus } from '../../ui/return-focus.ts'
import { words } from '../../words/words.ts'
import classes from './recap.module.css'

type Props = {
  mutation: { error: unknown; isPending: boolean }
  isWritten: boolean
  onSave: () => void
  onCancel: () => void
  children: ReactNode
}

export function CorrectionForm({ mutation: { error, isPending }, isWritten, onSave, onCancel, children }: Props) {
  useReturnFocus()
  const save = (event: FormEvent) => {
    event.preventDefault()
    if (isWritten) onSave()
    else onCancel()
  }
  return (
    <form onSubmit={save} onKeyDown={closeOnEscape(onCancel, isWritten)}>
      {children}
      {Boolean(error) && (
        <Alert color={isStale(error) ? 'yellow' : 'red'} role="alert" mt="sm">
          {isStale(error) ? words.recap.correct.stale : refusalOf(error)}
        </Alert>
      )}
      <Group gap="xs" mt="sm" className={classes.formEnd}>
        <Button type="submit" size="xs" loading={isPending}>
          {words.recap.save}
        </Button>
        <Button variant="default" size="xs" onClick={onCancel}>
          {words.cancel}
        </Button>
      </Group>
    </form>
  )
}
