/** The meeting's action items, to check off. */
import { Button, Checkbox } from '@mantine/core'
import type { ActionItem } from '@minutebook/client'
import { useQuery } from '@tanstack/react-query'
import { memo, useState } from 'react'
import { useCheckOff } from '../../api/items.ts'
import { itemsQuery } from '../../api/queries.ts'
import { dueDay } from '../../ui/format.ts'
import { InlineText } from '../../ui/inline-text.tsx'
import { words } from '../../words/words.ts'
import { ItemLinks } from '../items/item-links.tsx'
import { Moment } from './moment.tsx'
import { Part } from './part.tsx'
import classes from './recap.module.css'

type Seek = (seconds: number) => void

/** More push the decisions below the window. */
const most = 3

export const Items = memo(function Items({ noteId, onSeek }: { noteId: string; onSeek?: Seek }) {
  const { data } = useQuery(itemsQuery(noteId))
  const [showsAll, setShowsAll] = useState(false)
  const items = data?.filter(({ status }) => status !== 'Archived') ?? []
  if (items.length === 0) return null
  const isLong = items.length > most + 1
  return (
    <Part title={words.recap.items}>
      <ul className={classes.items}>
        {(isLong && !showsAll ? items.slice(0, most) : items).map((item) => (
          <Item key={item.id} item={item} onSeek={onSeek} />
        ))}
      </ul>
      {isLong && (
        <Button
          variant="subtle"
          size="compact-sm"
          mt="xs"
          aria-expanded={showsAll}
          onClick={() => setShowsAll(!showsAll)}
        >
          {showsAll ? words.search.fewer : words.recap.allItems(items.length)}
        </Button>
      )}
    </Part>
  )
})

function Item({ item, onSeek }: { item: ActionItem; onSeek?: Seek }) {
  const [completed, complete] = useCheckOff(item)
  const people = item.assignees.map((person) => person.full_name).join(', ')
  const due = item.due_date && words.recap.due(dueDay(item.due_date))
  return (
    <li className={classes.point}>
      <div>
        <Checkbox
          size="md"
          checked={completed}
          onChange={(event) => complete(event.currentTarget.checked)}
          label={<InlineText text={item.text} />}
          description={[people, due].filter(Boolean).join(' · ') || undefined}
          classNames={{ label: classes.itemText, description: classes.itemFacts }}
          data-done={completed || undefined}
        />
        {item.links.length > 0 && (
          <div className={classes.itemLinks}>
            <ItemLinks links={item.links} />
          </div>
        )}
      </div>
      {onSeek && item.recording_offset !== null && <Moment at={item.recording_offset} onSeek={onSeek} />}
    </li>
  )
}
