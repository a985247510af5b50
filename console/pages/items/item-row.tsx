/** One item: check box, assignees, due date, links, and source. */
import { ActionIcon, Checkbox, Menu } from '@mantine/core'
import type { ActionItem, Note } from '@minutebook/client'
import { IconArchive, IconArrowBackUp, IconDots, IconPencil } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { KeyboardEvent } from 'react'
import { dayOf } from '../../api/days.ts'
import { useArchive, useCheckOff } from '../../api/items.ts'
import { clockTime, dueDay } from '../../ui/format.ts'
import { InlineText } from '../../ui/inline-text.tsx'
import { words } from '../../words/words.ts'
import { ItemLinks } from './item-links.tsx'
import classes from './items.module.css'

const { items: said } = words

type NoteOfItem = Pick<Note, 'id' | 'title' | 'recording_ids'>

type Props = {
  item: ActionItem
  note: NoteOfItem | undefined
  /** Always links to the note, even if the moment in the recording is known. */
  isOfNote?: boolean
  /** In a list of what is still to be done by all: what one has done oneself is not struck through before the others have. */
  isOfOthers?: boolean
  onEdit?: (item: ActionItem) => void
}

export function ItemRow({ item, note, isOfNote = false, isOfOthers = false, onEdit }: Props) {
  const [completed, complete] = useCheckOff(item)
  const isDone = isOfOthers ? item.status !== 'Incomplete' : completed || item.status === 'Archived'
  const toggle = () => complete(!completed)
  const onKeyDown = (event: KeyboardEvent) => {
    if ((event.key !== 'x' && event.key !== 'Enter') || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    toggle()
  }
  return (
    <li className={classes.row} dir="auto" data-done={isDone || undefined}>
      <Checkbox
        data-item
        size="md"
        checked={completed}
        onChange={toggle}
        onKeyDown={onKeyDown}
        label={<InlineText text={item.text} />}
        classNames={{ label: classes.text }}
      />
      <span className={classes.facts}>
        {item.assignees.length > 0 && <span>{item.assignees.map(({ full_name }) => full_name).join(', ')}</span>}
        {item.completion_type === 'all' && item.assignees.length > 1 && (
          <span>{said.byAll(item.completed_by.length, item.assignees.length)}</span>
        )}
        {item.due_date && <Due day={item.due_date} isOpen={!completed && item.status === 'Incomplete'} />}
        <ItemLinks links={item.links} />
        {note && <Source note={note} at={isOfNote ? null : item.recording_offset} />}
      </span>
      {onEdit && <Actions item={item} onEdit={onEdit} />}
    </li>
  )
}

function Due({ day, isOpen }: { day: string; isOpen: boolean }) {
  const isOverdue = isOpen && day < dayOf(new Date())
  return (
    <span data-overdue={isOverdue || undefined} className={classes.due}>
      {isOverdue ? said.overdue(dueDay(day)) : words.recap.due(dueDay(day))}
    </span>
  )
}

/** Links to the moment where it was said if the recording is known, otherwise to the note. */
function Source({ note, at }: { note: NoteOfItem; at: number | null }) {
  const [recordingId, another] = note.recording_ids
  if (recordingId && !another && at !== null) {
    return (
      <Link to="/recap/$recordingId" params={{ recordingId }} search={{ t: at }} className={classes.source}>
        {note.title} · {clockTime(at)}
      </Link>
    )
  }
  return (
    <Link to="/note/$noteId" params={{ noteId: note.id }} className={classes.source}>
      {note.title}
    </Link>
  )
}

function Actions({ item, onEdit }: { item: ActionItem; onEdit: (item: ActionItem) => void }) {
  const archive = useArchive()
  const [, complete] = useCheckOff(item)
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" className={classes.actions} aria-label={said.actions(item.text)}>
          <IconDots size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconPencil size={16} stroke={1.6} />} onClick={() => onEdit(item)}>
          {said.edit}
        </Menu.Item>
        {item.status === 'Archived' ? (
          <Menu.Item leftSection={<IconArrowBackUp size={16} stroke={1.6} />} onClick={() => complete(false)}>
            {said.reopen}
          </Menu.Item>
        ) : (
          <Menu.Item leftSection={<IconArchive size={16} stroke={1.6} />} onClick={() => archive.mutate(item)}>
            {said.archive}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}
