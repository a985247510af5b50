/** Asks before an action that cannot be undone. */
import { Button, Group, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { words } from '../words/words.ts'
import { Dialog } from './dialog.tsx'

type Asked = {
  isOpen: boolean
  onClose: () => void
  title: string
  /** Says what will be deleted. */
  children: ReactNode
  /** The label of the button: what will be done. */
  action: string
  isPending?: boolean
  /** Something must be filled in first. */
  isDisabled?: boolean
  onConfirm: () => void
}

export function Confirm({ isOpen, onClose, title, children, action, isPending, isDisabled, onConfirm }: Asked) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={title}>
      <Stack gap="lg">
        <div>{children}</div>
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose} data-autofocus>
            {words.cancel}
          </Button>
          <Button color="red.9" loading={isPending} disabled={isDisabled} onClick={onConfirm}>
            {action}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
