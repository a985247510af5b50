/** The meeting's action items; a press checks one off. */
import { Checkbox, Text } from '@mantine/core'
import type { ActionItem } from '@minutebook/client'
import { useQuery } from '@tanstack/react-query'
import { memo } from 'react'
import { useCompleteItem } from '../../api/complete-item.ts'
import { itemsQuery } from '../../api/queries.ts'
import { dueDay } from '../../ui/format.ts'
import { words } from '../../words/words.ts'
import { Moment } from './moment.tsx'
import { Part } from './part.tsx'
import classes from './recap.module.css'

type Seek = (seconds: number) => void

export const Items = memo(function Items({ noteId, onSeek }: { noteId: string; onSeek?: Seek }) {
  const { data } = useQuery(itemsQuery(noteId))
  const complete = useCompleteItem(noteId)
  const items = data?.filter(({ status }) => status !== 'Archived') ?? []
  if (items.length === 0) return null
  return (
    <Part title={words.recap.items}>
      <ul className={classes.items}>
        {items.map((item) => (
          <Item
            key={item.id}
            item={item}
            onSeek={onSeek}
            onChange={(completed) => complete.mutate({ id: item.id, completed })}
          />
        ))}
      </ul>
      {complete.error && (
        <Text c="var(--mantine-color-error)" size="sm" role="alert">
          {words.recap.itemFailed} {complete.error.message}
        </Text>
      )}
    </Part>
  )
})

type ItemProps = { item: ActionItem; onSeek?: Seek; onChange: (completed: boolean) => void }

function Item({ item, onSeek, onChange }: ItemProps) {
  const people = item.assignees.map((person) => person.full_name).join(', ')
  const due = item.due_date && words.recap.due(dueDay(item.due_date))
  return (
    <li className={classes.point}>
      <Checkbox
        size="md"
        checked={item.status === 'Done'}
        onChange={(event) => onChange(event.currentTarget.checked)}
        label={item.text}
        description={[people, due].filter(Boolean).join(' · ') || undefined}
        classNames={{ label: classes.itemText }}
        data-done={item.status === 'Done' || undefined}
      />
      {onSeek && item.recording_offset !== null && <Moment at={item.recording_offset} onSeek={onSeek} />}
    </li>
  )
}
