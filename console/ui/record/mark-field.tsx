/** Marks the present second of a recording: a press, the key `m`, or a line of one's own. */
import { Button, Group, TextInput } from '@mantine/core'
import { IconFlag } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { recordingOf } from '../../record/recordings.ts'
import { words } from '../../words/words.ts'
import { clockTime } from '../format.ts'
import { usePageKeys } from '../page-keys.ts'
import classes from './record.module.css'

const { record: said } = words

export function MarkField({ id, seconds }: { id: string; seconds: number }) {
  const [text, setText] = useState('')
  const [marked, setMarked] = useState('')
  /** When the line was begun: what is typed is about that second. */
  const began = useRef<number | null>(null)
  const mark = (at: number, line: string | null) => {
    recordingOf(id)?.mark(at, line)
    setMarked(said.marked(clockTime(at)))
  }
  usePageKeys([['m', () => mark(seconds, null)]])
  const markLine = () => {
    const line = text.trim()
    mark(line === '' ? seconds : (began.current ?? seconds), line || null)
    setText('')
    began.current = null
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        markLine()
      }}
    >
      <Group gap="xs" wrap="nowrap" mt={6}>
        <TextInput
          className={classes.markLine}
          size="xs"
          maxLength={1_000}
          value={text}
          aria-label={said.markLine}
          placeholder={said.markLine}
          onChange={({ currentTarget: { value } }) => {
            began.current = value.trim() === '' ? null : (began.current ?? seconds)
            setText(value)
          }}
        />
        <Button type="submit" size="xs" variant="default" leftSection={<IconFlag size={14} stroke={1.8} />}>
          {said.mark}
        </Button>
      </Group>
      <span className={classes.markSaid} role="status">
        {marked}
      </span>
    </form>
  )
}
