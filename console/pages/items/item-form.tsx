/** Creates an item, or changes its text, assignees, due date and links. */
import { Textarea } from '@mantine/core'
import type { ActionItem } from '@minutebook/client'
import { useState } from 'react'
import { type ItemFields, useSaveItem } from '../../api/items.ts'
import { DayField } from '../../ui/day-fields.tsx'
import { DialogForm } from '../../ui/dialog-form.tsx'
import { PeopleField } from '../../ui/people-field.tsx'
import { words } from '../../words/words.ts'
import { LinkFields } from './link-fields.tsx'

const { items: said } = words

export function ItemForm({ item, onClose }: { item: ActionItem | null; onClose: () => void }) {
  const save = useSaveItem(item)
  const [fields, setFields] = useState<ItemFields>({
    text: item?.text ?? '',
    assignees: item?.assignees.map(({ id }) => id) ?? [],
    due_date: item?.due_date ?? null,
    links: item?.links ?? [],
  })
  const set = (change: Partial<ItemFields>) => setFields({ ...fields, ...change })
  const submit = () => save.mutate({ ...fields, text: fields.text.trim() }, { onSuccess: onClose })
  return (
    <DialogForm
      title={item ? said.edit : said.create}
      size="lg"
      onClose={onClose}
      onSubmit={submit}
      action={words.save}
      isDisabled={fields.text.trim() === ''}
      mutation={save}
    >
      <Textarea
        label={said.text}
        data-autofocus
        autosize
        minRows={2}
        maxRows={10}
        maxLength={10_000}
        required
        value={fields.text}
        onChange={(event) => set({ text: event.currentTarget.value })}
      />
      <PeopleField
        label={said.people}
        value={fields.assignees}
        known={item?.assignees}
        onChange={(assignees) => set({ assignees })}
      />
      <DayField
        label={said.due}
        value={fields.due_date ?? undefined}
        onChange={(day) => set({ due_date: day ?? null })}
      />
      <LinkFields links={fields.links} onChange={(links) => set({ links })} />
    </DialogForm>
  )
}
