/** A form in a window of its own. */
import { Modal } from '@mantine/core'
import type { ReactNode } from 'react'
import { words } from '../words/words.ts'

type Props = {
  isOpen: boolean
  onClose: () => void
  title: string
  size?: string
  /** Closes by its buttons alone: what it shows is not shown again. */
  isFirm?: boolean
  children: ReactNode
}

/** What it holds begins anew each time. */
export function Dialog({ isOpen, onClose, title, size = 'md', isFirm = false, children }: Props) {
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      title={title}
      size={size}
      closeOnClickOutside={!isFirm}
      closeButtonProps={{ 'aria-label': words.close }}
      centered
    >
      {isOpen && children}
    </Modal>
  )
}
