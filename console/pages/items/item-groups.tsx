/** Lists of items; `j` and `k` move, `x` or Enter checks off. */
import { Stack, Title } from '@mantine/core'
import type { ActionItem } from '@minutebook/client'
import { dayOf } from '../../api/days.ts'
import { useRowKeys } from '../../ui/row-keys.ts'
import rows from '../../ui/rows.module.css'
import { words } from '../../words/words.ts'
import { byDue, endOfWeek } from './by-due.ts'
import { ItemRow } from './item-row.tsx'
import { useNotesOf } from './use-notes-of.ts'

const { items: said } = words

type Props = { items: ActionItem[]; isGrouped: boolean; onEdit: (item: ActionItem) => void }

export function ItemGroups({ items, isGrouped, onEdit }: Props) {
  useRowKeys('[data-item]')
  const notes = useNotesOf(items)
  const list = (some: ActionItem[]) => (
    <ul className={rows.list}>
      {some.map((item) => (
        <ItemRow key={item.id} item={item} note={item.note_id ? notes.get(item.note_id) : undefined} onEdit={onEdit} />
      ))}
    </ul>
  )
  if (!isGrouped) return list(items)
  const now = new Date()
  return (
    <Stack gap={32}>
      {byDue(items, dayOf(now), dayOf(endOfWeek(now))).map(({ group, items }) => (
        <section key={group}>
          <Title order={2} className={rows.heading} data-urgent={group === 'overdue' || undefined}>
            {said.groups[group]}
          </Title>
          {list(items)}
        </section>
      ))}
    </Stack>
  )
}
