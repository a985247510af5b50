/** A form in a dialog, which stays open until the request has succeeded. */
import { Button, Group, Stack } from '@mantine/core'
import type { FormEvent, ReactNode } from 'react'
import { words } from '../words/words.ts'
import { Dialog } from './dialog.tsx'
import entries from './entries.module.css'
import { Refusal } from './section.tsx'

type Props = {
  title: string
  size?: string
  onClose: () => void
  onSubmit: () => void
  /** The label of the button: what will be done. */
  action: string
  /** Something is still missing. */
  isDisabled: boolean
  /** The action cannot be undone. */
  isFinal?: boolean
  /** Enter in a field does nothing: the button must be pressed. */
  mustPress?: boolean
  mutation: { error: Error | null; isPending: boolean }
  children: ReactNode
}

export function DialogForm({
  title,
  size,
  onClose,
  onSubmit,
  action,
  isDisabled,
  isFinal,
  mustPress,
  mutation,
  children,
}: Props) {
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!mustPress) onSubmit()
  }
  return (
    <Dialog isOpen onClose={onClose} title={title} size={size}>
      <form onSubmit={submit}>
        <Stack gap="md">
          {children}
          <Refusal error={mutation.error} />
          <Group justify="flex-end" className={entries.foot}>
            <Button variant="default" onClick={onClose}>
              {words.cancel}
            </Button>
            <Button
              type={mustPress ? 'button' : 'submit'}
              onClick={mustPress ? onSubmit : undefined}
              color={isFinal ? 'red.9' : undefined}
              loading={mutation.isPending}
              disabled={isDisabled}
            >
              {action}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}
