/** Who changed what in a decision. */
import { Text } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { type DecisionEntry, decisionHistoryQuery } from '../../api/decisions.ts'
import { ChangeList } from '../../ui/change-list.tsx'
import { words } from '../../words/words.ts'
import { Other } from './other.tsx'

const { history: said, supersededBy, supersededUnseen, status: became } = words.decisions

export function Changes({ decisionId }: { decisionId: string }) {
  const history = useInfiniteQuery(decisionHistoryQuery(decisionId))
  return (
    <ChangeList
      history={history}
      none={said.none}
      by={({ user, through }) => user?.full_name ?? (through === 'ai_notes' ? said.aiNotes : said.somebody)}
    >
      {(entry) => (
        <>
          {sentencesOf(entry).map((sentence) => (
            <Text key={sentence} size="sm" dir="auto">
              {sentence}
            </Text>
          ))}
          {entry.other !== null && <Other label={labelOf(entry)} id={entry.other} />}
        </>
      )}
    </ChangeList>
  )
}

function sentencesOf({ through, change, other }: DecisionEntry): string[] {
  const { made, text, status, confirmed } = change
  return [
    ...(made ? [said.made[through ?? 'api']] : []),
    ...(text ? [words.recap.history.said(text.from, text.to)] : []),
    ...(status && other === null ? [{ ...became, stands: said.stands, superseded: supersededUnseen }[status]] : []),
    ...(confirmed ? [said.confirmed] : []),
  ]
}

/** What the change says of another decision. */
function labelOf({ change: { status, supersedes, proposed, dismissed } }: DecisionEntry): string {
  if (dismissed) return said.dismissed[dismissed]
  if (status) return status === 'stands' ? said.standsAfter : supersededBy
  if (supersedes) return proposed ? said.accepted : words.decisions.supersedes
  return said.supersedesNoMore
}
