/** A file that is being sent: progress, pause, resume, cancel. */
import { ActionIcon, Progress, Text } from '@mantine/core'
import { IconPlayerPause, IconPlayerPlay, IconX } from '@tabler/icons-react'
import { pause, type Running, resume } from '../../api/running-uploads.ts'
import { bytes, percent } from '../../ui/format.ts'
import { Sentence } from '../../ui/next-step.tsx'
import { words } from '../../words/words.ts'
import classes from './uploads.module.css'

const { uploads: said } = words

export function RunningRow({ upload, onCancel }: { upload: Running; onCancel: () => void }) {
  const { key, title, sent, total, state, error } = upload
  const part = total > 0 ? sent / total : 0
  return (
    <li className={classes.row}>
      <div className={classes.what}>
        <Text fw={550} style={{ overflowWrap: 'anywhere' }}>
          {title}
        </Text>
        <Progress value={part * 100} size="sm" my={6} aria-label={said.progress(title)} />
        <Text size="sm" c="dimmed">
          {percent(part)} · {said.of(bytes(sent), bytes(total))}
          {state !== 'failed' && ` · ${said.states[state]}`}
        </Text>
        {error && (
          <Text size="sm" c="var(--mantine-color-error)" role="alert">
            <Sentence of={error} />
          </Text>
        )}
      </div>
      {state === 'sending' || state === 'waiting' ? (
        <ActionIcon variant="subtle" color="gray" aria-label={said.pause(title)} onClick={() => pause(key)}>
          <IconPlayerPause size={18} stroke={1.6} />
        </ActionIcon>
      ) : (
        <ActionIcon variant="subtle" color="gray" aria-label={said.resume(title)} onClick={() => resume(key)}>
          <IconPlayerPlay size={18} stroke={1.6} />
        </ActionIcon>
      )}
      <ActionIcon variant="subtle" color="gray" aria-label={said.cancel(title)} onClick={onCancel}>
        <IconX size={18} stroke={1.6} />
      </ActionIcon>
    </li>
  )
}
