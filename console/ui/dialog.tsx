/** What is asked or shown before the page goes on, in a window of its own. */
import { type ReactNode, useState } from 'react'
import { later } from './later.tsx'

/** Loads what dialogs are shown in, before the first is opened. */
export const loadWindow = async () => (await import('./window.tsx')).Window

const Window = later(loadWindow, null)

type Props = {
  isOpen: boolean
  onClose: () => void
  title: string
  size?: string
  /** Closes by its buttons alone: what it shows is not shown again. */
  isFirm?: boolean
  /** Something must be chosen: it does not close at all. */
  mustChoose?: boolean
  children: ReactNode
}

/** What it holds begins anew each time. */
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
