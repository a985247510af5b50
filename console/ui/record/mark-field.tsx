/** Marks the present moment of what is recorded: a press, the key `m`, or a line of one's own. */
import { Button, Group, TextInput } from '@mantine/core'
import { IconFlag } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { words } from '../../words/words.ts'
import { usePageKeys } from '../page-keys.ts'
import classes from './record.module.css'

const { record: said } = words

type Props = {
  /** The present moment, in units of the owner. */
  now: () => number
  /** What a moment is called. */
  name: (at: number) => string
  /** A line that is not taken comes back into the field. */
  onMark: (at: number, line: string | null) => Promise<unknown> | undefined
}

export function MarkField({ now, name, onMark }: Props) {
  const [text, setText] = useState('')
  const [marked, setMarked] = useState('')
  /** When the line was begun: what is typed is about that moment. */
  const began = useRef<number | null>(null)
  const mark = async (at: number, line: string | null) => {
    try {
      await onMark(at, line)
      setMarked(said.marked(name(at)))
    } catch {
      if (line === null) return
      began.current = at
      setText((typed) => typed || line)
    }
  }
  usePageKeys([['m', () => void mark(now(), null)]])
  const markLine = () => {
    const line = text.trim()
    const at = line === '' ? now() : (began.current ?? now())
    setText('')
    began.current = null
    void mark(at, line || null)
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
            began.current = value.trim() === '' ? null : (began.current ?? now())
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
