/** The modal of dialogs, in a file of its own that is loaded with the first dialog. */
import { Modal, type ModalProps } from '@mantine/core'
import { useEffect, useState } from 'react'
import { words } from '../words/words.ts'

/** Opens after it is mounted, so that it can return the focus. */
export function Window({ opened, ...rest }: ModalProps) {
  const [isOpen, setIsOpen] = useState(false)
  useEffect(() => setIsOpen(opened), [opened])
  return <Modal opened={isOpen} closeButtonProps={{ 'aria-label': words.close }} centered {...rest} />
}
