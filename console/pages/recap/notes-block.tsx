/** One block of the AI notes in its form: a text that grows, the time that plays, and a button that removes it. */
import { ActionIcon, Textarea } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { type KeyboardEvent, useLayoutEffect, useRef } from 'react'
import { clockTime } from '../../ui/format.ts'
import { words } from '../../words/words.ts'
import { Moment } from './moment.tsx'
import {
  type Block,
  type Edited,
  type Focus,
  joinAbove,
  moveBlock,
  removeBlock,
  splitBlock,
  writeText,
} from './notes-blocks.ts'
import classes from './recap.module.css'

const { correct: said } = words.recap

type Props = {
  blocks: Block[]
  index: number
  /** Where the cursor goes. */
  focus: Focus | null
  onEdit: (edited: Edited | null) => void
  onFocus: (focus: Focus) => void
  onSave: () => void
  onSeek: (seconds: number) => void
}

export function NotesBlock({ blocks, index, focus, onEdit, onFocus, onSave, onSeek }: Props) {
  const { kind, seconds, text } = blocks[index]!
  const field = useRef<HTMLTextAreaElement>(null)
  useLayoutEffect(() => {
    if (!focus || !field.current) return
    field.current.focus()
    field.current.setSelectionRange(focus.at, focus.at)
  }, [focus])
  const press = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    const act = keyOf(event, blocks, index)
    if (!act) return
    event.preventDefault()
    if (act === 'save') onSave()
    else if ('blocks' in act) onEdit(act)
    else onFocus(act)
  }
  return (
    <li className={classes.block} data-kind={kind}>
      {seconds !== null && <Moment at={seconds} onSeek={onSeek} />}
      <Textarea
        ref={field}
        variant="unstyled"
        autosize
        minRows={1}
        aria-label={seconds === null ? said.block[kind] : said.pointAt(clockTime(seconds))}
        placeholder={said.block[kind]}
        value={text}
        onChange={(event) => onEdit(writeText(blocks, index, event.currentTarget.value))}
        onKeyDown={press}
      />
      <ActionIcon
        variant="subtle"
        color="gray"
        className={classes.removeBlock}
        aria-label={said.removeBlock(text)}
        onClick={() => onEdit(removeBlock(blocks, index))}
      >
        <IconX size={16} stroke={1.6} />
      </ActionIcon>
    </li>
  )
}

/** What a key does at the place of the cursor; null leaves it to the field. */
function keyOf(
  event: KeyboardEvent<HTMLTextAreaElement>,
  blocks: Block[],
  index: number,
): Edited | Focus | 'save' | null {
  if (event.nativeEvent.isComposing) return null
  const { selectionStart: start, selectionEnd: end, value } = event.currentTarget
  const [above, block, below] = [blocks[index - 1], blocks[index]!, blocks[index + 1]]
  const isAtStart = start === 0 && end === 0
  if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) return 'save'
  if (event.key === 'Enter' && block.kind !== 'text') return splitBlock(blocks, index, start, end)
  if (event.key === 'Backspace' && isAtStart) return joinAbove(blocks, index)
  if (event.altKey && event.key === 'ArrowUp') return moveBlock(blocks, index, -1)
  if (event.altKey && event.key === 'ArrowDown') return moveBlock(blocks, index, 1)
  if (event.key === 'ArrowUp' && isAtStart && above) return { key: above.key, at: above.text.length }
  if (event.key === 'ArrowDown' && start === value.length && below) return { key: below.key, at: 0 }
  return null
}
