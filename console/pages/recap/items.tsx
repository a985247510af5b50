/** The meeting's action items, to check off. */
import { Checkbox } from '@mantine/core'
import type { ActionItem } from '@minutebook/client'
import { useQuery } from '@tanstack/react-query'
import { memo } from 'react'
import { useCheckOff } from '../../api/items.ts'
import { itemsQuery } from '../../api/queries.ts'
import { dueDay } from '../../ui/format.ts'
import { InlineText } from '../../ui/inline-text.tsx'
import { words } from '../../words/words.ts'
import { Moment } from './moment.tsx'
import { Part } from './part.tsx'
import classes from './recap.module.css'

type Seek = (seconds: number) => void

export const Items = memo(function Items({ noteId, onSeek }: { noteId: string; onSeek?: Seek }) {
  const { data } = useQuery(itemsQuery(noteId))
  const items = data?.filter(({ status }) => status !== 'Archived') ?? []
  if (items.length === 0) return null
  return (
    <Part title={words.recap.items}>
      <ul className={classes.items}>
        {items.map((item) => (
          <Item key={item.id} item={item} onSeek={onSeek} />
        ))}
      </ul>
    </Part>
  )
})

function Item({ item, onSeek }: { item: ActionItem; onSeek?: Seek }) {
  const [completed, complete] = useCheckOff(item)
  const people = item.assignees.map((person) => person.full_name).join(', ')
  const due = item.due_date && words.recap.due(dueDay(item.due_date))
  return (
    <li className={classes.point}>
      <Checkbox
        size="md"
        checked={completed}
        onChange={(event) => complete(event.currentTarget.checked)}
        label={<InlineText text={item.text} />}
        description={[people, due].filter(Boolean).join(' · ') || undefined}
        classNames={{ label: classes.itemText, description: classes.itemFacts }}
        data-done={completed || undefined}
      />
      {onSeek && item.recording_offset !== null && <Moment at={item.recording_offset} onSeek={onSeek} />}
    </li>
  )
}
