/** What was decided: what stands, what was superseded or withdrawn, and what stood on a day. */
import { Button, Group, SegmentedControl, Text, Title } from '@mantine/core'
import { type QueryClient, useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type DecisionsState, decisionsQuery } from '../../api/decisions.ts'
import { usePrefetched } from '../../api/use-prefetched.ts'
import { dueDay } from '../../ui/format.ts'
import layout from '../../ui/layout.module.css'
import { isNarrowed } from '../../ui/list-filters.tsx'
import { Pages } from '../../ui/pages.tsx'
import { useRowKeys } from '../../ui/row-keys.ts'
import rows from '../../ui/rows.module.css'
import { Message } from '../../ui/states.tsx'
import { TextSearch } from '../../ui/text-search.tsx'
import { usePageTitle } from '../../ui/title.ts'
import { words } from '../../words/words.ts'
import { DecisionChips, DecisionFilterButton } from './decision-filters.tsx'
import { DecisionRow } from './decision-row.tsx'

const { decisions: said } = words

export function prefetch(queries: QueryClient, state: DecisionsState) {
  void queries.prefetchInfiniteQuery(decisionsQuery(state))
}

export function Page({ state }: { state: DecisionsState }) {
  usePageTitle(said.title)
  useRowKeys('[data-row]')
  const decisions = useInfiniteQuery(usePrefetched(decisionsQuery(state)))
  return (
    <div className={layout.content}>
      <Title order={1} mb="md">
        {said.title}
      </Title>
      <Choices state={state} />
      <Pages query={decisions} empty={<Nothing state={state} />}>
        {(found) => (
          <ul className={rows.list} aria-label={said.title} aria-busy={decisions.isPlaceholderData}>
            {found.map((decision) => (
              <DecisionRow key={decision.id} decision={decision} />
            ))}
          </ul>
        )}
      </Pages>
    </div>
  )
}

function useNarrow(state: DecisionsState) {
  const navigate = useNavigate()
  return (change: DecisionsState) =>
    void navigate({ to: '/decisions', search: { ...state, ...change }, replace: true, resetScroll: false })
}

function Choices({ state }: { state: DecisionsState }) {
  const narrow = useNarrow(state)
  return (
    <div style={{ marginBottom: 32 }}>
      <Group gap="xs" wrap="nowrap">
        <TextSearch
          label={said.search}
          maxLength={255}
          value={state.q ?? ''}
          onChange={(q) => narrow({ q: q || undefined })}
        />
        <DecisionFilterButton state={state} set={narrow} />
      </Group>
      <DecisionChips state={state} set={narrow} />
      {state.as_of ? (
        <Text mt="sm">{said.stoodOn(dueDay(state.as_of))}</Text>
      ) : (
        <SegmentedControl
          mt="sm"
          size="xs"
          aria-label={said.state}
          value={state.state ?? 'stands'}
          onChange={(value) => narrow({ state: value === 'stands' ? undefined : (value as DecisionsState['state']) })}
          data={(['stands', 'superseded', 'withdrawn', 'all'] as const).map((value) => ({
            value,
            label: said.states[value],
          }))}
        />
      )}
    </div>
  )
}

function Nothing({ state }: { state: DecisionsState }) {
  const narrow = useNarrow({})
  const { state: which, ...filters } = state
  if (!isNarrowed(filters)) {
    return (
      <Message order={2} title={said.none[which ?? 'stands']}>
        {said.noneWhy}
      </Message>
    )
  }
  const clear = (
    <Button variant="light" onClick={() => narrow({ state: which })}>
      {words.filters.clearAll}
    </Button>
  )
  return <Message order={2} title={words.filters.noMatch} action={clear} />
}
