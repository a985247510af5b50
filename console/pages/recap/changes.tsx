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
      {sentences(change).map((sentence, index) => (
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

function sentences(change: Change['change']): string[] {
  const { title, speakers = [], segments = [], segments_left_out, ai_notes, transcript } = change
  return [
    ...(title ? [said.renamed(title.from, title.to)] : []),
    ...speakers.map(({ from, to }) => said.speaker(from, to)),
    ...spokenByOthers(segments),
    ...segments.flatMap(({ text }) => (text ? [said.said(text.from, text.to)] : [])),
    ...(segments_left_out ? [said.moreSegments(segments_left_out)] : []),
    ...(ai_notes ? [said.aiNotes[ai_notes]] : []),
    ...(transcript ? [said.transcript[transcript]] : []),
  ]
}

/** Sentences that somebody else had said, counted by who became whom. */
function spokenByOthers(segments: NonNullable<Change['change']['segments']>): string[] {
  const changed = segments.flatMap(({ speaker }) => speaker ?? [])
  const alike = Map.groupBy(changed, ({ from, to }) => JSON.stringify([from, to]))
  return [...alike.values()].map((all) => said.speakerHere(all[0]!.from, all[0]!.to, all.length))
}
