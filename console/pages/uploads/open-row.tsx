/** An upload without a length: a recording on another device, or one that was cut off there. It may end with what has arrived. */
import { ActionIcon, Button, Text } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { type Unfinished, useEndUpload } from '../../api/uploads.ts'
import { bytes, shortTime } from '../../ui/format.ts'
import { Time } from '../../ui/time.tsx'
import { words } from '../../words/words.ts'
import classes from './uploads.module.css'

const { uploads: said } = words

export function OpenRow({ upload, onCancel }: { upload: Unfinished; onCancel: () => void }) {
  const { title, bytes_arrived: arrived, expires_at } = upload
  const end = useEndUpload()
  return (
    <li className={classes.row}>
      <div className={classes.what}>
        <Text fw={550} style={{ overflowWrap: 'anywhere' }}>
          {title}
        </Text>
        <Text size="sm" c="dimmed">
          {said.open(bytes(arrived))} <Time at={expires_at} as={shortTime} />
        </Text>
      </div>
      {arrived > 0 && (
        <Button size="xs" variant="light" loading={end.isPending} onClick={() => end.mutate(upload)}>
          {said.end}
        </Button>
      )}
      <ActionIcon variant="subtle" color="gray" aria-label={said.cancel(title)} onClick={onCancel}>
        <IconX size={18} stroke={1.6} />
      </ActionIcon>
    </li>
  )
}
