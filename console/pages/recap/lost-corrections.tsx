/** The corrections by hand that another transcription would replace. */
import { Alert, List } from '@mantine/core'
import type { Change } from '../../api/correct-recording.ts'
import { words } from '../../words/words.ts'
import { sentencesOf } from './change-sentences.ts'

const { again: said, history } = words.recap
const maxShown = 5

export function LostCorrections({ changes }: { changes: Change[] }) {
  const lines = changes.flatMap(({ user, change: { title: _, ...change } }) =>
    sentencesOf(change).map((sentence) => `${user?.full_name ?? history.somebody}: ${sentence}`),
  )
  const more = lines.length - maxShown
  return (
    <Alert color="yellow" title={said.lost}>
      <List size="sm" style={{ overflowWrap: 'anywhere' }}>
        {lines.slice(0, maxShown).map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two corrections may say the same
          <List.Item key={index}>{line}</List.Item>
        ))}
        {more > 0 && <List.Item>{history.moreSegments(more)}</List.Item>}
      </List>
    </Alert>
  )
}
