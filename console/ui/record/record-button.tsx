/** A button, and the key `r`, for recording a meeting; the dialog asks which one and what is recorded. */
import { Button } from '@mantine/core'
import { IconMicrophone } from '@tabler/icons-react'
import { useState, useSyncExternalStore } from 'react'
import { underWay } from '../../record/under-way.ts'
import { words } from '../../words/words.ts'
import { later } from '../later.tsx'
import { usePageKeys } from '../page-keys.ts'
import type { Meeting } from './choose-meeting.ts'

const RecordDialog = later(async () => (await import('./record-dialog.tsx')).RecordDialog, null)

type Props = {
  /** The meeting; without it the dialog asks. */
  meeting?: Meeting
  variant?: 'filled' | 'default' | 'light'
  size?: 'sm' | 'md'
  /** The dialog is open at first. */
  opens?: boolean
}

export function RecordButton({ meeting, variant = 'filled', size, opens = false }: Props) {
  const { isRecording } = useSyncExternalStore(underWay.subscribe, underWay.now)
  const [isOpen, setOpen] = useState(opens && !isRecording)
  usePageKeys([['r', () => setOpen(!isRecording)]])
  return (
    <>
      <Button
        variant={variant}
        size={size}
        leftSection={<IconMicrophone size={18} stroke={1.8} />}
        disabled={isRecording}
        onClick={() => setOpen(true)}
      >
        {words.record.open}
      </Button>
      {isOpen && <RecordDialog meeting={meeting} onClose={() => setOpen(false)} />}
    </>
  )
}
