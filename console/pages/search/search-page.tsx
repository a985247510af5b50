/** Search in everything that was said and written; hits link to the moment. */
import { Button, SegmentedControl, Text, Title } from '@mantine/core'
import { type QueryClient, useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { enginesQuery } from '../../api/engines.ts'
import { type SearchState, searchQuery } from '../../api/search.ts'
import { usePrefetched } from '../../api/use-prefetched.ts'
import layout from '../../ui/layout.module.css'
import { Pages } from '../../ui/pages.tsx'
import { Message } from '../../ui/states.tsx'
import { usePageTitle } from '../../ui/title.ts'
import { words } from '../../words/words.ts'
import { AnswerPart } from './answer-part.tsx'
import { useHitKeys, useToHits } from './hit-keys.ts'
import { HitList } from './hit-list.tsx'
import { PeopleFound } from './people-found.tsx'
import { PhoneField } from './phone-field.tsx'
import classes from './search.module.css'
import { SearchFilters } from './search-filters.tsx'

const { search: said } = words

export function prefetch(queries: QueryClient, state: SearchState) {
  void queries.prefetchQuery(enginesQuery)
  if (state.q) void queries.prefetchInfiniteQuery(searchQuery(state))
}

export function Page({ state }: { state: SearchState }) {
  usePageTitle(state.q ? said.titleOf(state.q) : said.title)
  useHitKeys()
  const navigate = useNavigate()
  const narrow = (search: SearchState) => void navigate({ to: '/search', search, replace: true })
  return (
    <div className={layout.content}>
      <Title order={1} mb="lg">
        {said.title}
      </Title>
      <PhoneField />
      {state.q ? (
        <>
          <SearchFilters state={state} onChange={({ ask: _answered, ...narrowed }) => narrow(narrowed)} />
          <PeopleFound query={state.q} />
          <AnswerPart state={state} />
          <Order state={state} onChange={narrow} />
          <Found state={state} onChange={narrow} />
        </>
      ) : (
        <Message order={2} title={said.begin}>
          {said.how}
        </Message>
      )}
    </div>
  )
}

type Props = { state: SearchState; onChange: (state: SearchState) => void }

function Order({ state, onChange }: Props) {
  return (
    <div className={classes.order}>
      <Text size="sm" c="dimmed" visibleFrom="sm">
        {said.how}
      </Text>
      <SegmentedControl
        size="xs"
        aria-label={said.order}
        value={state.order ?? 'relevance'}
        onChange={(order) => onChange({ ...state, order: order === 'newest' ? 'newest' : undefined })}
        data={[
          { value: 'relevance', label: said.relevance },
          { value: 'newest', label: said.newest },
        ]}
      />
    </div>
  )
}

function Found({ state, onChange }: Props) {
  const hits = useInfiniteQuery(usePrefetched(searchQuery(state)))
  useToHits(hits.data !== undefined && !hits.isPlaceholderData)
  const { q = '', order, ask, ...filters } = state
  const isNarrowed = Object.values(filters).some(Boolean)
  const clear = isNarrowed && (
    <Button variant="light" onClick={() => onChange({ q, order, ask })}>
      {words.filters.clearAll}
    </Button>
  )
  const empty = (
    <Message order={2} title={said.none(q)} action={clear}>
      {isNarrowed ? said.noneNarrowed : said.noneWhy}
    </Message>
  )
  return (
    <Pages query={hits} empty={empty}>
      {(rows) => <HitList hits={rows} isStale={hits.isPlaceholderData} />}
    </Pages>
  )
}
