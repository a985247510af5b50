/** Changes what a meeting will be: title, day and time, people, the meeting of the calendar that it joins. */
import { Button, Group, Select, Stack, TagsInput, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useInfiniteQuery } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { ImportMeeting, JoinedNote } from '../../../meeting-import/meetings.ts'
import { printPerson, readPeople } from '../../../meeting-import/person.ts'
import { changeMeeting } from '../../api/import-meetings.ts'
import { notesQuery } from '../../api/meetings.ts'
import { timeOf } from '../../ui/by-time.ts'
import { closeOnEscape } from '../../ui/close-on-escape.ts'
import { MomentField } from '../../ui/day-fields.tsx'
import { shortDay } from '../../ui/format.ts'
import { words } from '../../words/words.ts'
import classes from './import.module.css'

const { import: said } = words

/** As the service takes them. */
const [maxTitle, maxPeople] = [255, 500]

type Props = { meeting: ImportMeeting; joins: JoinedNote | null; onDone: () => void }

export function EditLine({ meeting, joins: found, onDone }: Props) {
  const [title, setTitle] = useState(meeting.title)
  const [startedAt, setStartedAt] = useState(meeting.startedAt ?? '')
  const [people, setPeople] = useState(meeting.people.map(printPerson))
  const [person, setPerson] = useState('')
  const [joins, setJoins] = useState(found)
  const written = JSON.stringify([title, startedAt, people, person, joins])
  const [opened] = useState(written)
  const form = useRef<HTMLFormElement>(null)
  // Otherwise its last buttons may lie below those of the import.
  useEffect(() => void form.current?.scrollIntoView({ block: 'nearest' }), [])
  const save = (event: FormEvent) => {
    event.preventDefault()
    const isMoved = startedAt !== (meeting.startedAt ?? '')
    const fields = {
      title: title.trim(),
      startedAt: startedAt || null,
      hasTime: isMoved ? startedAt !== '' : meeting.hasTime,
      people: readPeople(people, meeting.people),
    }
    changeMeeting(meeting.key, fields, joins)
    onDone()
  }
  return (
    <form
      ref={form}
      className={classes.form}
      aria-label={said.edit(meeting.title)}
      onSubmit={save}
      onKeyDown={closeOnEscape(onDone, written !== opened)}
    >
      <Stack gap="sm">
        <Group gap="sm" align="flex-end">
          <TextInput
            flex="2 1 260px"
            label={words.uploads.titleOfFile}
            required
            maxLength={maxTitle}
            value={title}
            onChange={(event) => setTitle(event.currentTarget.value)}
            autoFocus
          />
          <div className={classes.moment}>
            <MomentField label={said.when} value={startedAt} onChange={setStartedAt} />
          </div>
        </Group>
        <TagsInput
          label={said.peopleLabel}
          description={said.peopleHint}
          maxTags={maxPeople}
          splitChars={[',', ';']}
          value={people}
          onChange={setPeople}
          searchValue={person}
          onSearchChange={setPerson}
        />
        <JoinsField value={joins} onChange={setJoins} />
        <Group>
          <Button type="submit" disabled={title.trim() === ''}>
            {words.save}
          </Button>
          <Button variant="default" onClick={onDone}>
            {words.cancel}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

type JoinsProps = { value: JoinedNote | null; onChange: (joins: JoinedNote | null) => void }

/** A meeting of the calendar, found by its title. */
function JoinsField({ value, onChange }: JoinsProps) {
  const [typed, setTyped] = useState('')
  const [title] = useDebouncedValue(typed, 250)
  const { data } = useInfiniteQuery(notesQuery(title ? { title } : {}))
  const found = (data?.pages[0]?.data ?? []).flatMap((note): JoinedNote[] =>
    note.event_start ? [{ id: note.id, title: note.title, start: timeOf(note) }] : [],
  )
  const options = value && !found.some(({ id }) => id === value.id) ? [value, ...found] : found
  const labelOf = ({ title, start }: JoinedNote) => `${title} · ${shortDay(start)}`
  return (
    <Select
      label={said.joinsLabel}
      placeholder={said.own}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': words.filters.clear }}
      // The service has filtered already.
      filter={({ options }) => options}
      nothingFoundMessage={words.uploads.noMeeting}
      data={options.map((each) => ({ value: each.id, label: labelOf(each) }))}
      value={value?.id ?? null}
      onSearchChange={(text) => setTyped(value && text === labelOf(value) ? '' : text)}
      onChange={(id) => onChange(options.find((each) => each.id === id) ?? null)}
    />
  )
}
