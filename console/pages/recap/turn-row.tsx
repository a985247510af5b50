/** One speaker's turn: each segment is a link to its moment. */
import { ActionIcon, Mark as Marked, UnstyledButton } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { memo, type ReactNode } from 'react'
import { clockTime } from '../../ui/format.ts'
import { words } from '../../words/words.ts'
import type { Mark } from './found-words.ts'
import { Moment, seekOn } from './moment.tsx'
import classes from './recap.module.css'
import type { Turn } from './turns.ts'

type Props = {
  turn: Turn
  /** The speaker is named in the row above. */
  isContinued: boolean
  /** Indexes of segments in the transcript: the one that is playing, and the shown match. */
  active: number
  match: number
  /** By the index of a segment. */
  marks: Map<number, Mark[]>
  onSeek: (seconds: number) => void
  /** Absent if the person may not correct it. */
  onEdit?: (() => void) | undefined
  onName?: (() => void) | undefined
}

/** Renders again only when something of it changes: the time moves four times a second. */
export const TurnRow = memo(Row, (a, b) => {
  return (
    a.turn === b.turn &&
    a.active === b.active &&
    a.match === b.match &&
    a.marks === b.marks &&
    !a.onEdit === !b.onEdit &&
    !a.onName === !b.onName
  )
})

function Row({ turn, isContinued, active, match, marks, onSeek, onEdit, onName }: Props) {
  return (
    <div className={classes.turn} data-active={active >= 0 || undefined}>
      <div className={classes.turnHead}>
        {!isContinued && <Speaker name={turn.speaker || words.recap.unnamedSpeaker} onName={onName} />}
        <Moment at={turn.start} onSeek={onSeek} />
        {onEdit && (
          <ActionIcon
            variant="subtle"
            color="gray"
            size={24}
            className={classes.editTurn}
            aria-label={words.recap.correct.turn(turn.speaker, clockTime(turn.start))}
            onClick={onEdit}
          >
            <IconPencil size={14} stroke={1.6} />
          </ActionIcon>
        )}
      </div>
      <p className={classes.said} dir="auto">
        {turn.segments.map(({ text, start_time }, offset) => {
          const index = turn.first + offset
          return (
            <a
              key={index}
              href={`?t=${Math.floor(start_time)}`}
              // The time above is reachable by keyboard; more tab stops would be in the way.
              tabIndex={-1}
              className={classes.segment}
              data-active={index === active || undefined}
              data-match={index === match || undefined}
              onClick={seekOn(start_time, onSeek)}
            >
              {marked(text, marks.get(index))}{' '}
            </a>
          )
        })}
      </p>
    </div>
  )
}

function marked(text: string, marks: Mark[] = []): ReactNode {
  let end = 0
  const parts = marks.map(([from, to]) => {
    const begin = Math.max(from, end)
    const before = text.slice(end, begin)
    end = Math.max(end, to)
    return [before, begin < to && <Marked key={from}>{text.slice(begin, to)}</Marked>]
  })
  return [parts, text.slice(end)]
}

function Speaker({ name, onName }: { name: string; onName: (() => void) | undefined }) {
  if (!onName)
    return (
      <span className={classes.speaker} dir="auto">
        {name}
      </span>
    )
  const label = words.recap.correct.whoSays(name)
  return (
    <UnstyledButton className={classes.speaker} dir="auto" aria-label={label} title={label} onClick={onName}>
      {name}
    </UnstyledButton>
  )
}
