/** A modal dialog. */
import { type ReactNode, useState } from 'react'
import { later } from './later.tsx'

/** Loads the code of dialogs before the first one is opened. */
export const loadWindow = async () => (await import('./window.tsx')).Window

const Window = later(loadWindow, null)

type Props = {
  isOpen: boolean
  onClose: () => void
  title: string
  size?: string
  /** Closes only by its buttons, because its content is not shown again. */
  isFirm?: boolean
  /** Cannot be closed without a choice. */
  mustChoose?: boolean
  children: ReactNode
}

/** Its content is mounted again each time it opens. */
export function Dialog({ isOpen, onClose, title, size = 'md', isFirm = false, mustChoose = false, children }: Props) {
  const [wasOpen, setWasOpen] = useState(isOpen)
  if (isOpen && !wasOpen) setWasOpen(true)
  if (!wasOpen) return null
  return (
    <Window
      opened={isOpen}
      onClose={onClose}
      title={title}
      size={size}
      closeOnClickOutside={!isFirm && !mustChoose}
      closeOnEscape={!isFirm && !mustChoose}
      withCloseButton={!mustChoose}
    >
      {isOpen && children}
    </Window>
  )
}
