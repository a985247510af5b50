/** The next things to do; a press checks one off. */
import { Text } from '@mantine/core'
import type { ActionItem } from '@minutebook/client'
import { useInfiniteQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { allItemsQuery, isChecked } from '../../api/items.ts'
import { sessionQuery } from '../../api/queries.ts'
import { usePrefetched } from '../../api/use-prefetched.ts'
import rows from '../../ui/rows.module.css'
import { Failed, Loading } from '../../ui/states.tsx'
import { words } from '../../words/words.ts'
import { ItemRow } from '../items/item-row.tsx'
import { useNotesOf } from '../items/use-notes-of.ts'
import { Part } from './part.tsx'

const { home: said } = words

const maxShown = 6

export function MyItems({ isHiddenIfNone }: { isHiddenIfNone: boolean }) {
  const items = useInfiniteQuery(usePrefetched(allItemsQuery()))
  const shown = useOpen(items.data?.pages[0]?.data ?? []).slice(0, maxShown)
  const notes = useNotesOf(shown)
  if (items.error && !items.data) return <Failed order={2} error={items.error} onAgain={() => void items.refetch()} />
  if (!items.data) return <Loading lines={4} />
  if (isHiddenIfNone && shown.length === 0) return null
  return (
    <Part title={said.items} all={{ to: '/items', label: said.allItems }}>
      {shown.length === 0 ? (
        <Text size="sm" c="dimmed" px={10}>
          {words.items.none.open}
        </Text>
      ) : (
        <ul className={rows.list}>
          {shown.map((item) => (
            <ItemRow key={item.id} item={item} note={item.note_id ? notes.get(item.note_id) : undefined} />
          ))}
        </ul>
      )}
    </Part>
  )
}

/** Leaves out items that only others still have to complete. Items checked off here stay, so that it can be undone. */
function useOpen(items: ActionItem[]): ActionItem[] {
  const { data: session } = useSuspenseQuery(sessionQuery)
  const wereOpen = useRef(new Set<string>())
  for (const item of items) if (!isChecked(item, session.user.id)) wereOpen.current.add(item.id)
  return items.filter(({ id }) => wereOpen.current.has(id))
}
