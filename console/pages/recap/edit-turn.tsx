/** Corrects one speaker's turn: the speaker and the words of each sentence. */
import { Autocomplete, Stack, Textarea } from '@mantine/core'
import { useState } from 'react'
import { type Correction, type Recap, useCorrect } from '../../api/correct-recording.ts'
import { words } from '../../words/words.ts'
import { CorrectionForm } from './correction-form.tsx'
import classes from './recap.module.css'
import type { Segment } from './turns.ts'

const { correct: said } = words.recap

type Props = {
  recap: Recap
  /** Index of the first of these segments in the transcript. */
  first: number
  segments: Segment[]
  onDone: () => void
}

/** The edited fields of a sentence; other fields follow changes of others. */
type Written = { speaker?: string; text?: string }

export function EditTurn({ recap, first, segments, onDone }: Props) {
  const [written, setWritten] = useState<Written[]>(() => segments.map(() => ({})))
  const correct = useCorrect(recap)
  const speakers = [...new Set(recap.transcript?.speech_segments.map(({ speaker }) => speaker))]
  const write = (at: number, fields: Written) =>
    setWritten(written.map((each, index) => (index === at ? { ...each, ...fields } : each)))
  const wrong = changes(first, segments, written)
  const isWritten = wrong.length > 0
  const save = () => correct.mutate({ segments: wrong }, { onSuccess: onDone })
  return (
    <div className={classes.turn}>
      <CorrectionForm mutation={correct} isWritten={isWritten} onSave={save} onCancel={onDone}>
        <Stack gap="sm">
          {segments.map(({ speaker, text }, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the order of sentences does not change
            <div key={at} className={classes.sentence}>
              <Autocomplete
                size="xs"
                aria-label={said.speaker}
                data={speakers}
                value={written[at]?.speaker ?? speaker}
                maxLength={255}
                limit={10}
                onChange={(next) => write(at, { speaker: next })}
              />
              <Textarea
                aria-label={said.text}
                autosize
                minRows={1}
                value={written[at]?.text ?? text}
                onChange={(event) => write(at, { text: event.currentTarget.value })}
                autoFocus={at === 0}
              />
            </div>
          ))}
        </Stack>
      </CorrectionForm>
    </div>
  )
}

/** Sends only edited fields that differ; an emptied name stays unchanged. */
function changes(first: number, segments: Segment[], written: Written[]) {
  return segments.flatMap((segment, at): NonNullable<Correction['segments']> => {
    const speaker = written[at]?.speaker?.trim()
    const text = written[at]?.text?.trim()
    const change = {
      ...(speaker && speaker !== segment.speaker && { speaker }),
      ...(text !== undefined && text !== segment.text && { text }),
    }
    return Object.keys(change).length === 0 ? [] : [{ index: first + at, ...change }]
  })
}
