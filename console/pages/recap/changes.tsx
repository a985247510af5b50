/** Who changed what in a recording. */
import { Text } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { historyQuery } from '../../api/correct-recording.ts'
import { ChangeList } from '../../ui/change-list.tsx'
import { words } from '../../words/words.ts'
import { sentencesOf } from './change-sentences.ts'

const { history: said } = words.recap

export function Changes({ recordingId }: { recordingId: string }) {
  const history = useInfiniteQuery(historyQuery(recordingId))
  return (
    <ChangeList history={history} none={said.none} by={({ user }) => user?.full_name ?? said.somebody}>
      {({ change }) => (
        <>
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
        </>
      )}
    </ChangeList>
  )
}
