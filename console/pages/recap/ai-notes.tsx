/** The AI notes, with times that link to the transcript. */
import { Text, Title } from '@mantine/core'
import type { Recording } from '@minutebook/client'
import { memo, type ReactNode, useEffect, useRef } from 'react'
import { InlineText } from '../../ui/inline-text.tsx'
import { titleOfSection } from '../../ui/paper/section-title.ts'
import { TableOfText } from '../../ui/paper/table-of-text.tsx'
import { textParts } from '../../ui/paper/tables.ts'
import { words } from '../../words/words.ts'
import { Moment, seekOn } from './moment.tsx'
import classes from './recap.module.css'
import { Sentences } from './sentences.tsx'
import { type Beside, isOfMarks, type Section, shownSections } from './shown-sections.ts'

type Notes = NonNullable<Recording['ai_notes']>

type Props = Beside & {
  notes: Notes | null | undefined
  /** Words to mark; scrolls to the first match. */
  marked: string
  onSeek: (seconds: number) => void
}

export const AiNotes = memo(function AiNotes({ notes, marked, onSeek, ...beside }: Props) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (marked) box.current?.querySelector('mark')?.scrollIntoView({ block: 'center' })
  }, [marked])
  if (!notes) return <Text c="dimmed">{words.recap.noNotes}</Text>
  if (isEmpty(notes)) return <Text c="dimmed">{words.recap.emptyNotes}</Text>
  return (
    <div ref={box}>
      {notes.sections.length === 0 && <Prose text={notes.markdown} marked={marked} />}
      {shownSections(notes, beside).map((section, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two sections may have the same title
        <SectionOfNotes key={index} section={section} marked={marked} onSeek={onSeek} />
      ))}
    </div>
  )
})

/** A writer may find nothing that is worth a note. */
export const isEmpty = ({ sections, markdown }: Notes) => sections.length === 0 && markdown.trim() === ''

type SectionProps = { section: Section; marked: string; onSeek: Props['onSeek'] }

function SectionOfNotes({ section, marked, onSeek }: SectionProps) {
  const { title, content, sentences, items } = section
  const isMarked = isOfMarks(section)
  return (
    <section className={classes.section}>
      <Title order={3} size="h4" dir="auto">
        {titleOfSection(title)}
      </Title>
      {content &&
        (sentences ? (
          <Text className={classes.prose} dir="auto">
            <Sentences text={content} sentences={sentences} marked={marked} onSeek={onSeek} />
          </Text>
        ) : (
          <Prose text={content} marked={marked} />
        ))}
      {items && items.length > 0 && (
        <ul className={classes.points}>
          {items.map(({ text, timestamp, assignees = [], sentences }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two points may say the same
            <li key={index} className={classes.point} dir="auto">
              <PointText at={sentences && !isMarked ? null : timestamp} onSeek={onSeek}>
                {isMarked ? (
                  <MarkedText text={text} quote={sentences?.[0]?.quote} marked={marked} />
                ) : sentences ? (
                  <Sentences text={text} sentences={sentences} marked={marked} onSeek={onSeek} />
                ) : (
                  <InlineText text={text} marked={marked} isInLink={timestamp !== null} />
                )}
                {assignees.length > 0 && (
                  <span className={classes.people}> {assignees.map((person) => person.full_name).join(', ')}</span>
                )}
              </PointText>
              {timestamp !== null && <Moment at={timestamp} onSeek={onSeek} />}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

/** What was said at a mark is the point itself, and no proof of it. */
function MarkedText({ text, quote, marked }: { text: string; quote: string | null | undefined; marked: string }) {
  const said = quote == null ? text : [text, words.recap.quote(quote)].join(' – ')
  return <InlineText text={said} marked={marked} isInLink />
}

/** Plays its moment. The time beside it is reachable by keyboard; a second tab stop would be in the way. */
function PointText({ at, onSeek, children }: { at: number | null; onSeek: Props['onSeek']; children: ReactNode }) {
  if (at === null) return <span>{children}</span>
  return (
    <a href={`?t=${Math.floor(at)}`} tabIndex={-1} className={classes.pointText} onClick={seekOn(at, onSeek)}>
      {children}
    </a>
  )
}

const Prose = ({ text, marked }: { text: string; marked: string }) =>
  textParts(text).map((part, index) =>
    part.kind === 'table' ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: two parts may say the same
      <TableOfText key={index} rows={part.rows} marked={marked} />
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: two parts may say the same
      <Text key={index} className={classes.prose} dir="auto">
        <InlineText text={part.text} marked={marked} />
      </Text>
    ),
  )
