/** The meeting that is recorded: one of now, or a new note with a title. */
import { Select, TextInput } from '@mantine/core'
import { words } from '../../words/words.ts'
import type { Meeting } from './choose-meeting.ts'

const { record: said } = words
const ofItsOwn = ''

type Props = {
  offered: Meeting[]
  /** Null is a new note. */
  value: Meeting | null
  onChange: (meeting: Meeting | null) => void
  title: string
  onTitle: (title: string) => void
}

export function MeetingField({ offered, value, onChange, title, onTitle }: Props) {
  return (
    <>
      {offered.length > 0 && (
        <Select
          label={said.meeting}
          allowDeselect={false}
          data={[
            ...offered.map(({ id, title }) => ({ value: id, label: title })),
            { value: ofItsOwn, label: said.newNote },
          ]}
          value={value?.id ?? ofItsOwn}
          onChange={(id) => onChange(offered.find((each) => each.id === id) ?? null)}
        />
      )}
      {value === null && (
        <TextInput
          label={said.noteTitle}
          placeholder={said.noteTitleHint}
          data-autofocus
          maxLength={255}
          value={title}
          onChange={(event) => onTitle(event.currentTarget.value)}
        />
      )}
    </>
  )
}
