/** Edits the assignees and the due date of an item. */
import { Button, MultiSelect, Popover, Stack, Switch } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { EditorView } from 'prosemirror-view'
import { useLayoutEffect, useState } from 'react'
import { peopleQuery, type User } from '../../../api/people.ts'
import { DayField } from '../../../ui/day-fields.tsx'
import { PersonOption, personOption } from '../../../ui/person-option.tsx'
import { words } from '../../../words/words.ts'
import classes from './editor.module.css'
import { detailsOf, type ItemCallbacks } from './item-view.ts'
import type { Item } from './markup.ts'

/** Which item, and the position of its button. */
export type Asked = { at: number; top: number; left: number }

type Props = Pick<ItemCallbacks, 'nameOf' | 'suggest'> & { asked: Asked; view: EditorView; onClose: () => void }

const { editor: said } = words.note

export function ItemDetails({ asked: { at, top, left }, view, nameOf, suggest, onClose }: Props) {
  const { data: everyone = [] } = useQuery(peopleQuery)
  const [people, setPeople] = useState<HTMLInputElement | null>(null)
  // Not by the popover, which focuses a moment later: the next letter would be typed into the agenda.
  useLayoutEffect(() => people?.focus({ preventScroll: true }), [people])
  const [item, setItem] = useState(() => view.state.doc.nodeAt(at)!.attrs as Item)
  const change = (fields: Partial<Item>) => {
    setItem({ ...item, ...fields })
    // Somebody else may have removed it meanwhile.
    if (view.state.doc.nodeAt(at)?.type.name !== 'action_item') return onClose()
    const { tr } = view.state
    for (const [name, value] of Object.entries(fields)) tr.setNodeAttribute(at, name, value)
    view.dispatch(tr)
  }
  const suggested = suggest(item, view.state.doc.nodeAt(at)?.textContent ?? '')
  const suggestion = detailsOf(suggested, nameOf)
  return (
    <Popover opened onChange={onClose} position="bottom" width={300} trapFocus withArrow shadow="md" withRoles={false}>
      <Popover.Target>
        <span style={{ position: 'absolute', top, left: `min(${left}px, 100%)` }} />
      </Popover.Target>
      <Popover.Dropdown role="dialog" aria-label={said.details(view.state.doc.nodeAt(at)?.textContent ?? '', '')}>
        <Stack gap="sm" className={classes.details}>
          {suggestion && (
            <Button
              variant="default"
              h="auto"
              py={6}
              classNames={{ label: classes.suggested }}
              onClick={() => change(suggested)}
            >
              {said.suggestion(suggestion)}
            </Button>
          )}
          <MultiSelect
            ref={setPeople}
            // On a phone, list and keyboard would cover the date.
            onOptionSubmit={() => matchMedia('(pointer: coarse)').matches && people?.blur()}
            label={said.people}
            placeholder={item.assignees.length === 0 ? said.findPeople : undefined}
            data={choices(everyone, item.assignees, nameOf)}
            value={item.assignees}
            onChange={(assignees) => change({ assignees })}
            searchable
            renderOption={PersonOption}
            openOnFocus={false}
            clearable
            clearButtonProps={{ 'aria-label': said.clear }}
            limit={20}
            maxValues={100}
            hidePickedOptions
            nothingFoundMessage={said.nobody}
            comboboxProps={{ withinPortal: false }}
            data-autofocus
          />
          <DayField label={said.due} value={item.due ?? undefined} onChange={(due) => change({ due: due ?? null })} />
          {item.assignees.length > 1 && (
            <Switch
              label={said.everyone}
              checked={item.completion === 'all'}
              onChange={(event) => change({ completion: event.currentTarget.checked ? 'all' : 'any' })}
            />
          )}
          <Button variant="light" onClick={onClose}>
            {said.apply}
          </Button>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  )
}

/** People with an account, and the present assignees. */
function choices(everyone: User[], assigned: string[], nameOf: Props['nameOf']) {
  const people = everyone.filter(({ id, active }) => active || assigned.includes(id))
  const known = new Set(people.map(({ id }) => id))
  const others = assigned.filter((id) => !known.has(id)).map((id) => ({ value: id, label: nameOf(id) }))
  return [...others, ...people.map(personOption)]
}
