/** Notes and items of a link. */
import { Text, Title } from '@mantine/core'
import { IconCircle, IconCircleCheckFilled } from '@tabler/icons-react'
import type { Shared } from '../../api/guest.ts'
import { clockTime, dueDay } from '../../ui/format.ts'
import { InlineText } from '../../ui/inline-text.tsx'
import { linesOf, type ProseLine } from '../../ui/paper/prose.ts'
import { titleOfSection } from '../../ui/paper/section-title.ts'
import { words } from '../../words/words.ts'
import classes from './guest.module.css'

type Seek = ((seconds: number) => void) | undefined
type Notes = NonNullable<Shared['notes']>

export function Notes({ notes: { markdown, sections }, onSeek }: { notes: Notes; onSeek: Seek }) {
  if (markdown === '' && sections.length === 0) return <Text c="dimmed">{words.recap.noNotes}</Text>
  return (
    <>
      <Prose markdown={markdown} />
      {sections.map(({ title, content, items = [] }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two sections may have the same title
        <section key={index} className={classes.section}>
          <Title order={3} size="h4" dir="auto">
            {titleOfSection(title)}
          </Title>
          {content && (
            <p className={classes.prose} dir="auto">
              {content}
            </p>
          )}
          <ul className={classes.points}>
            {items.map(({ text, timestamp }, point) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two points may say the same
              <li key={point} dir="auto">
                <span>{text}</span>
                <Moment at={timestamp} onSeek={onSeek} />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </>
  )
}

function Prose({ markdown }: { markdown: string }) {
  return linesOf(markdown).map((line, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: two lines may say the same
    <Line key={index} line={line} />
  ))
}

function Line({ line: { kind, level, depth, text } }: { line: ProseLine }) {
  if (kind === 'heading') {
    return (
      <Title order={(level + 2) as 3} size="h4" className={classes.heading} dir="auto">
        <InlineText text={text} />
      </Title>
    )
  }
  return (
    <p className={classes.line} dir="auto" data-kind={kind} style={{ marginInlineStart: `${depth * 1.5}rem` }}>
      <InlineText text={text} />
    </p>
  )
}

export function Items({ items, onSeek }: { items: NonNullable<Shared['items']>; onSeek: Seek }) {
  return (
    <ul className={classes.points}>
      {items.map(({ text, timestamp, assignees, due_date, done }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two items may say the same
        <li key={index} dir="auto" data-done={done || undefined}>
          <span className={classes.item}>
            {done ? (
              <IconCircleCheckFilled size={18} aria-label={words.guest.done} />
            ) : (
              <IconCircle size={18} stroke={1.6} aria-hidden />
            )}
            <span>
              <InlineText text={text} />
              <span className={classes.facts}>
                {[assignees.join(', '), due_date && words.recap.due(dueDay(due_date))].filter(Boolean).join(' · ')}
              </span>
            </span>
          </span>
          <Moment at={timestamp} onSeek={onSeek} />
        </li>
      ))}
    </ul>
  )
}

/** A time; with media a press plays from there. */
function Moment({ at, onSeek }: { at: number | null; onSeek: Seek }) {
  if (at === null) return null
  const time = clockTime(at)
  if (!onSeek) return <time className={classes.moment}>{time}</time>
  return (
    <button type="button" className={classes.moment} aria-label={words.recap.at(time)} onClick={() => onSeek(at)}>
      {time}
    </button>
  )
}
