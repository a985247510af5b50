/** How far the work on a recording is: a bar, the stage, and the time left. */
import { Progress, Text } from '@mantine/core'
import { useState } from 'react'
import type { UploadRow } from '../api/uploads.ts'
import { words } from '../words/words.ts'
import { lasting, percent } from './format.ts'
import { NextStep } from './next-step.tsx'
import { isAnew, type Seen, secondsLeft } from './seconds-left.ts'

const { uploads: said } = words

type Processed = Pick<UploadRow, 'title' | 'progress'>

/** @param seenAt  when the progress was received, in milliseconds */
export function UploadProgress({ upload, seenAt }: { upload: Processed | undefined; seenAt: number }) {
  const progress = upload?.progress
  const [first, setFirst] = useState<Seen | null>(null)
  if (!progress) return null
  const { stage, done } = progress
  const now = done === null ? null : { stage, done, at: seenAt }
  if (now && (!first || isAnew(first, now))) setFirst(now)
  const left = first && now && secondsLeft(first, now)
  const parts = [
    said.stages[stage],
    done !== null && percent(done),
    left !== null && said.left(lasting(Math.ceil(left / 60) * 60)),
  ]
  return (
    <>
      {done !== null && <Progress value={done * 100} size="sm" my={6} aria-label={said.progress(upload.title ?? '')} />}
      <Text size="sm" c="dimmed">
        {parts.filter(Boolean).join(' · ')}
        {stage === 'waiting' && (
          <>
            {'. '}
            <NextStep of="kept" />
          </>
        )}
      </Text>
    </>
  )
}
