/** One speaker's turn: each segment is a link to its moment. */
import { ActionIcon, Mark as Marked, UnstyledButton } from '@mantine/core'
import type { Recording } from '@minutebook/client'
import { IconFlag, IconPencil } from '@tabler/icons-react'
import { Fragment, memo, type ReactNode } from 'react'
import { clockTime } from '../../ui/format.ts'
import { words } from '../../words/words.ts'
import type { Mark } from './found-words.ts'
import { Heard } from './heard.tsx'
import { replacedWords } from './heard-words.ts'
import { Moment, seekOn } from './moment.tsx'
import classes from './recap.module.css'
import type { Segment, Turn } from './turns.ts'

type MadeMark = NonNullable<Recording['marks']>[number]

type Props = {
  turn: Turn
  /** The speaker is named in the row above. */
  isContinued: boolean
  /** Indexes of segments in the transcript: the one that is playing, and the shown match. */
  active: number
  match: number
  /** By the index of a segment. */
  marks: Map<number, Mark[]>
  /** What people marked while it was said. */
  made: MadeMark[] | undefined
  onSeek: (seconds: number) => void
  /** Absent if the person may not correct it. */
  onEdit?: (() => void) | undefined
  onName?: (() => void) | undefined
  /** Puts back what was heard in the segment with this index. */
  onUndo?: ((index: number, heard: string) => void) | undefined
}

/** Renders again only when something of it changes: the time moves four times a second. */
export const TurnRow = memo(Row, (a, b) => {
  return (
    a.turn === b.turn &&
    a.active === b.active &&
    a.match === b.match &&
    a.marks === b.marks &&
    a.made === b.made &&
    !a.onEdit === !b.onEdit &&
    !a.onName === !b.onName &&
    !a.onUndo === !b.onUndo
  )
})

function Row({ turn, isContinued, active, match, marks, made = [], onSeek, onEdit, onName, onUndo }: Props) {
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
      {made.map(({ id, at, text, by }) => (
        <div key={id} className={classes.made}>
          <IconFlag size={14} stroke={1.8} aria-label={words.recap.marks} />
          <span dir="auto">{text ?? by.full_name}</span>
          <Moment at={at} onSeek={onSeek} />
        </div>
      ))}
      <p className={classes.said} dir="auto">
        {turn.segments.map((segment, offset) => {
          const index = turn.first + offset
          return (
            <Said
              key={index}
              segment={segment}
              marks={marks.get(index)}
              isActive={index === active}
              isMatch={index === match}
              onSeek={onSeek}
              onUndo={onUndo && ((heard) => onUndo(index, heard))}
            />
          )
        })}
      </p>
    </div>
  )
}

type SaidProps = {
  segment: Segment
  marks: Mark[] | undefined
  isActive: boolean
  isMatch: boolean
  onSeek: (seconds: number) => void
  onUndo: ((heard: string) => void) | undefined
}

/** A link to its moment; words that a term replaced are buttons between two parts of it. */
function Said({ segment: { text, start_time, heard }, marks, isActive, isMatch, onSeek, onUndo }: SaidProps) {
  const replaced = heard === undefined ? [] : replacedWords(text, heard)
  const link = (from: number, to: number) => (
    <a
      key={from}
      href={`?t=${Math.floor(start_time)}`}
      // The time above is reachable by keyboard; more tab stops would be in the way.
      tabIndex={-1}
      className={classes.segment}
      data-active={isActive || undefined}
      data-match={isMatch || undefined}
      onClick={seekOn(start_time, onSeek)}
    >
      {marked(text, marks, from, to)}
      {to === text.length && ' '}
    </a>
  )
  return (
    <>
      {replaced.map(({ from, to, heard: was }, index) => (
        <Fragment key={from}>
          {link(replaced[index - 1]?.to ?? 0, from)}
          <Heard heard={was} isActive={isActive} onUndo={onUndo && (() => onUndo(heard!))}>
            {marked(text, marks, from, to)}
          </Heard>
        </Fragment>
      ))}
      {link(replaced.at(-1)?.to ?? 0, text.length)}
    </>
  )
}

/** This part of a text, with what is marked in it. */
function marked(text: string, marks: Mark[] = [], first: number, last: number): ReactNode {
  let end = first
  const parts = marks.map(([from, to]) => {
    const [begin, stop] = [Math.max(from, end), Math.min(to, last)]
    if (begin >= stop) return null
    const before = text.slice(end, begin)
    end = stop
    return [before, <Marked key={from}>{text.slice(begin, stop)}</Marked>]
  })
  return [parts, text.slice(end, last)]
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
