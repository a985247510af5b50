/** The next things to do; a press checks one off. */
import { Text } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { allItemsQuery } from '../../api/items.ts'
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
  const shown = (items.data?.pages[0]?.data ?? []).slice(0, maxShown)
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
