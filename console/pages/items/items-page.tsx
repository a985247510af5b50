/** Action items by due date: the person's own, others', or all. */
import { Anchor, Button, Group, SegmentedControl, Tabs, Text, Title } from '@mantine/core'
import type { ActionItem } from '@minutebook/client'
import { IconPlus } from '@tabler/icons-react'
import { type QueryClient, useInfiniteQuery, useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { allItemsQuery, type ItemsState } from '../../api/items.ts'
import { sessionQuery } from '../../api/queries.ts'
import { todoQuery } from '../../api/todo.ts'
import { usePrefetched } from '../../api/use-prefetched.ts'
import layout from '../../ui/layout.module.css'
import { isNarrowed } from '../../ui/list-filters.tsx'
import { Pages } from '../../ui/pages.tsx'
import { Message } from '../../ui/states.tsx'
import { usePageTitle } from '../../ui/title.ts'
import { words } from '../../words/words.ts'
import { ItemChips, ItemFilterButton } from './item-filters.tsx'
import { ItemForm } from './item-form.tsx'
import { ItemGroups } from './item-groups.tsx'

const { items: said } = words

export function prefetch(queries: QueryClient, state: ItemsState) {
  void queries.prefetchInfiniteQuery(allItemsQuery(state))
  void queries.prefetchQuery(todoQuery)
}

export function Page({ state }: { state: ItemsState }) {
  usePageTitle(said.title)
  const [edited, setEdited] = useState<ActionItem | 'new' | null>(null)
  const items = useInfiniteQuery(usePrefetched(allItemsQuery(state)))
  const create = (
    <Button leftSection={<IconPlus size={18} stroke={1.8} />} onClick={() => setEdited('new')}>
      {said.create}
    </Button>
  )
  return (
    <div className={layout.content}>
      <Group justify="space-between" mb="md">
        <Title order={1}>{said.title}</Title>
        {create}
      </Group>
      <Choices state={state} />
      <Pages query={items} empty={<Nothing state={state} />}>
        {(rows) => <ItemGroups items={rows} isGrouped={state.state === undefined} onEdit={setEdited} />}
      </Pages>
      {edited && <ItemForm item={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />}
    </div>
  )
}

function Choices({ state }: { state: ItemsState }) {
  const navigate = useNavigate()
  const go = (change: ItemsState) => void navigate({ to: '/items', search: { ...state, ...change }, replace: true })
  return (
    <Group justify="space-between" align="center" gap="sm" mb="lg">
      <Tabs
        variant="pills"
        value={state.whose ?? 'mine'}
        onChange={(whose) => go({ whose: whose === 'mine' ? undefined : (whose as ItemsState['whose']) })}
      >
        <Tabs.List aria-label={said.whose}>
          <Tabs.Tab value="mine">{said.mine}</Tabs.Tab>
          <Tabs.Tab value="others">{said.others}</Tabs.Tab>
          <Tabs.Tab value="all">{said.all}</Tabs.Tab>
        </Tabs.List>
      </Tabs>
      <SegmentedControl
        size="xs"
        aria-label={said.state}
        value={state.state ?? 'open'}
        onChange={(value) => go({ state: value === 'open' ? undefined : (value as ItemsState['state']) })}
        data={[
          { value: 'open', label: said.open },
          { value: 'done', label: said.done },
          { value: 'archived', label: said.archived },
        ]}
      />
      <ItemFilterButton state={state} set={go} />
      <ItemChips state={state} set={go} />
      <Group gap="sm" align="baseline" w="100%">
        <Text size="xs" c="dimmed" visibleFrom="sm">
          {said.keys}
        </Text>
        <OwnList />
      </Group>
    </Group>
  )
}

/** For who has not connected a to-do list. */
function OwnList() {
  const isOwn = useSuspenseQuery(sessionQuery).data.actingBy === null
  const { data: list } = useQuery(usePrefetched(todoQuery))
  if (!isOwn || list !== null) return null
  return (
    <Anchor size="xs" renderRoot={(props) => <Link to="/account" search={{}} hash="to-do-list" {...props} />}>
      {said.ownList}
    </Anchor>
  )
}

function Nothing({ state: { whose, state, ...filters } }: { state: ItemsState }) {
  if (isNarrowed(filters)) return <Message order={2} title={words.filters.noMatch} />
  return (
    <Message order={2} title={said.none[state ?? 'open']}>
      {!state && said.noneWhy[whose ?? 'mine']}
    </Message>
  )
}
