/** Edits the AI notes as blocks: headings, texts, and points that keep their times. */
import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import { type Recap, useCorrect } from '../../api/correct-recording.ts'
import { words } from '../../words/words.ts'
import { CorrectionForm } from './correction-form.tsx'
import { NotesBlock } from './notes-block.tsx'
import { addBlock, type Block, type Edited, type Focus, printBlocks, readBlocks } from './notes-blocks.ts'
import classes from './recap.module.css'

const { correct: said } = words.recap

type Props = { recap: Recap; onSeek: (seconds: number) => void; onDone: () => void }

export function EditNotes({ recap, onSeek, onDone }: Props) {
  const [blocks, setBlocks] = useState<Block[]>(() => readBlocks(recap.ai_notes?.markdown ?? ''))
  const [focus, setFocus] = useState<Focus | null>(() => (blocks[0] && { key: blocks[0].key, at: 0 }) || null)
  const [opened] = useState(() => printBlocks(blocks))
  const correct = useCorrect(recap)
  const edit = (edited: Edited | null) => {
    if (!edited) return
    setBlocks(edited.blocks)
    if (edited.focus) setFocus(edited.focus)
  }
  const markdown = printBlocks(blocks)
  const isWritten = markdown !== opened
  const save = () => correct.mutate({ ai_notes: { markdown } }, { onSuccess: onDone })
  return (
    <CorrectionForm mutation={correct} isWritten={isWritten} onSave={save} onCancel={onDone}>
      <ul className={classes.blocks} aria-label={words.recap.notes}>
        {blocks.map((block, index) => (
          <NotesBlock
            key={block.key}
            blocks={blocks}
            index={index}
            focus={focus?.key === block.key ? focus : null}
            onEdit={edit}
            onFocus={setFocus}
            onSave={save}
            onSeek={onSeek}
          />
        ))}
      </ul>
      <Group gap="xs">
        {(['point', 'heading', 'text'] as const).map((kind) => (
          <Button
            key={kind}
            variant="subtle"
            size="compact-sm"
            onClick={() => edit(addBlock(blocks, blocks.length, kind))}
          >
            {said.add[kind]}
          </Button>
        ))}
      </Group>
    </CorrectionForm>
  )
}
