/** An upload of which a part has arrived: the person chooses the same file again, and the rest is sent. */
import { ActionIcon, Button, FileButton, Progress, Text } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { sendRest } from '../../api/running-uploads.ts'
import { type Unfinished, uploadsKey } from '../../api/uploads.ts'
import { bytes, percent, shortTime } from '../../ui/format.ts'
import { Time } from '../../ui/time.tsx'
import { words } from '../../words/words.ts'
import classes from './uploads.module.css'

const { uploads: said } = words

export function UnfinishedRow({ upload, onCancel }: { upload: Unfinished; onCancel: () => void }) {
  const { recording_id: recordingId, title, filename, bytes: total, bytes_arrived: arrived, expires_at } = upload
  const queries = useQueryClient()
  const [isOther, setOther] = useState(false)
  const part = total ? arrived / total : 0
  const take = (file: File | null) => {
    if (!file) return
    const isSame = (filename === null || file.name === filename) && (total === null || file.size === total)
    setOther(!isSame)
    const onEnd = () => void queries.invalidateQueries({ queryKey: uploadsKey })
    if (isSame) sendRest({ file, title, recordingId, onEnd })
  }
  return (
    <li className={classes.row}>
      <div className={classes.what}>
        <Text fw={550} style={{ overflowWrap: 'anywhere' }}>
          {title}
        </Text>
        {total !== null && <Progress value={part * 100} size="sm" my={6} aria-label={said.progress(title)} />}
        <Text size="sm" c="dimmed">
          {total !== null && `${percent(part)} · `}
          {said.unfinished(filename ?? title, bytes(arrived))} <Time at={expires_at} as={shortTime} />
        </Text>
        {isOther && (
          <Text size="sm" c="var(--mantine-color-error)" role="alert">
            {said.otherFile(filename ?? title, total === null ? '' : bytes(total))}
          </Text>
        )}
      </div>
      <FileButton onChange={take}>
        {(props) => (
          <Button {...props} size="xs" variant="light">
            {said.chooseAgain}
          </Button>
        )}
      </FileButton>
      <ActionIcon variant="subtle" color="gray" aria-label={said.cancel(title)} onClick={onCancel}>
        <IconX size={18} stroke={1.6} />
      </ActionIcon>
    </li>
  )
}
