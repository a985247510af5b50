/** What a dialog is shown in. Its file is loaded with the first dialog. */
import { Modal, type ModalProps } from '@mantine/core'
import { useEffect, useState } from 'react'
import { words } from '../words/words.ts'

/** Opens after it is there, so that it knows where the focus was and gives it back. */
export function Window({ opened, ...rest }: ModalProps) {
  const [isOpen, setIsOpen] = useState(false)
  useEffect(() => setIsOpen(opened), [opened])
  return <Modal opened={isOpen} closeButtonProps={{ 'aria-label': words.close }} centered {...rest} />
}
