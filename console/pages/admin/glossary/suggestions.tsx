/** What people wrote at least twice in place of what was heard: one press makes it a term. */
import { Button, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { glossarySuggestionsQuery, isStale, type Suggestion, useChangeGlossary } from '../../../api/glossary.ts'
import { Row, Rows } from '../../../ui/rows.tsx'
import { Refusal } from '../../../ui/section.tsx'
import { adminWords } from '../../../words/admin/words.ts'
import { Setting } from '../setting.tsx'
import { most } from './limits.ts'
import { Stale } from './stale.tsx'
import { isSame, type Term } from './terms.ts'

const { glossary: said } = adminWords

/** More of them follow when these are added. */
const atOnce = 5

export function Suggestions({ terms }: { terms: Term[] }) {
  const { data = [] } = useQuery(glossarySuggestionsQuery)
  const suggestions = data.filter(({ term }) => !terms.some((each) => isSame(each.term, term)))
  if (suggestions.length === 0 || terms.length >= most.terms) return null
  return (
    <Setting title={said.suggestions}>
      <Text size="sm" c="dimmed" mb="xs">
        {said.suggestionsWhy}
      </Text>
      <Rows label={said.suggestions}>
        {suggestions.slice(0, atOnce).map((each) => (
          <SuggestionRow key={each.term} suggestion={each} />
        ))}
      </Rows>
    </Setting>
  )
}

function SuggestionRow({ suggestion: { term, sounds_like, times } }: { suggestion: Suggestion }) {
  const change = useChangeGlossary()
  const add = () =>
    change.mutate((now) =>
      now.some((each) => isSame(each.term, term))
        ? now
        : [...now, { term, ...(sounds_like.length > 0 && { sounds_like }) }],
    )
  return (
    <Row
      title={term}
      meta={
        <>
          <div dir="auto">{said.heardTimes(sounds_like.join(', '), times)}</div>
          {isStale(change.error) ? <Stale /> : <Refusal error={change.error} />}
        </>
      }
    >
      <Button
        size="compact-sm"
        variant="default"
        loading={change.isPending}
        aria-label={said.addTerm(term)}
        onClick={add}
      >
        {said.addNow}
      </Button>
    </Row>
  )
}
