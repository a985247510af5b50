/** Who changed what in a recording, newest first. */
import { Stack, Text } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { type Change, historyQuery } from '../../api/correct-recording.ts'
import { hour, shortDay } from '../../ui/format.ts'
import { refusalOf } from '../../ui/refusal.ts'
import { More } from '../../ui/section.tsx'
import { Loading } from '../../ui/states.tsx'
import { Time } from '../../ui/time.tsx'
import { words } from '../../words/words.ts'
import { sentencesOf } from './change-sentences.ts'

const { history: said } = words.recap

export function Changes({ recordingId }: { recordingId: string }) {
  const history = useInfiniteQuery(historyQuery(recordingId))
  const { data, error } = history
  if (error && !data) return <Text c="var(--mantine-color-error)">{refusalOf(error)}</Text>
  if (!data) return <Loading lines={4} />
  const changes = data.pages.flatMap((page) => page.data)
  if (changes.length === 0) return <Text c="dimmed">{said.none}</Text>
  return (
    <Stack gap="md">
      {changes.map((change, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two changes may have been made at once
        <ChangeView key={index} change={change} />
      ))}
      <More of={history} />
    </Stack>
  )
}

function ChangeView({ change: { at, user, change } }: { change: Change }) {
  return (
    <div style={{ overflowWrap: 'anywhere' }}>
      <Text size="sm" c="dimmed">
        {user?.full_name ?? said.somebody} · <Time at={at} as={shortDay} /> · <Time at={at} as={hour} />
      </Text>
      {sentencesOf(change).map((sentence, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: sentences have no other name
        <Text key={index} size="sm">
          {sentence}
        </Text>
      ))}
      {change.former_transcript !== undefined && (
        <details>
          <Text component="summary" size="sm">
            {said.formerWords}
          </Text>
          <Text size="sm" style={{ whiteSpace: 'pre-wrap' }}>
            {change.former_transcript}
          </Text>
        </details>
      )}
    </div>
  )
}
