/** Renames a speaker in the whole recording. */
import { ActionIcon } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconPencil } from '@tabler/icons-react'
import type { Recap } from '../../api/correct-recording.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { later } from '../../ui/later.tsx'
import { words } from '../../words/words.ts'

const { correct: said } = words.recap
const RenameForm = later(async () => (await import('./rename-form.tsx')).RenameForm)

export function RenameSpeaker({ recap, speaker }: { recap: Recap; speaker: string }) {
  const [isOpen, { open, close }] = useDisclosure(false)
  return (
    <>
      <ActionIcon variant="subtle" color="gray" size={24} aria-label={said.rename(speaker)} onClick={open}>
        <IconPencil size={14} stroke={1.6} />
      </ActionIcon>
      <Dialog isOpen={isOpen} onClose={close} title={said.renameTitle}>
        <RenameForm recap={recap} speaker={speaker} onDone={close} />
      </Dialog>
    </>
  )
}
