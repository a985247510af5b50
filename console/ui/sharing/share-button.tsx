/** Shows who sees a note or a recap, and changes it if allowed. */
import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconUsers } from '@tabler/icons-react'
import type { Thing } from '../../api/sharing.ts'
import { words } from '../../words/words.ts'
import { Dialog } from '../dialog.tsx'
import { later } from '../later.tsx'

const { sharing: said } = words
const SharingParts = later(async () => (await import('./sharing-parts.tsx')).SharingParts)

/** @param noteId  the note that the thing is or belongs to; it has the series */
export function ShareButton({ thing, title, noteId }: { thing: Thing; title: string; noteId: string }) {
  const [isOpen, { open, close }] = useDisclosure(false)
  return (
    <>
      <Button variant="default" size="sm" leftSection={<IconUsers size={16} stroke={1.6} />} onClick={open}>
        {said.open}
      </Button>
      <Dialog isOpen={isOpen} onClose={close} title={said.titles[thing.kind]}>
        <SharingParts thing={thing} title={title} noteId={noteId} />
      </Dialog>
    </>
  )
}
