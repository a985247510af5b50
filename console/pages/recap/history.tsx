/** Shows who changed what in a recording. */
import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconHistory } from '@tabler/icons-react'
import { Dialog } from '../../ui/dialog.tsx'
import { later } from '../../ui/later.tsx'
import { words } from '../../words/words.ts'

const { history: said } = words.recap
const Changes = later(async () => (await import('./changes.tsx')).Changes)

export function History({ recordingId }: { recordingId: string }) {
  const [isOpen, { open, close }] = useDisclosure(false)
  return (
    <>
      <Button variant="default" size="sm" leftSection={<IconHistory size={16} stroke={1.6} />} onClick={open}>
        {said.open}
      </Button>
      <Dialog isOpen={isOpen} onClose={close} title={said.title} size="lg">
        <Changes recordingId={recordingId} />
      </Dialog>
    </>
  )
}
