/** The AI notes, with times that lead to what was said. */
import { Text, Title } from '@mantine/core'
import type { Recording } from '@minutebook/client'
import { memo } from 'react'
import { words } from '../../words/words.ts'
import { Moment } from './moment.tsx'
import classes from './recap.module.css'

type Notes = NonNullable<Recording['ai_notes']>
type Section = Notes['sections'][number]

type Props = {
  notes: Notes | null | undefined
  /** The meeting's items stand on the page, as they are now: those of the notes would be there twice. */
  hasItems: boolean
  onSeek: (seconds: number) => void
}

export const AiNotes = memo(function AiNotes({ notes, hasItems, onSeek }: Props) {
  if (!notes) return <Text c="dimmed">{words.recap.noNotes}</Text>
  if (notes.sections.length === 0) return <Text className={classes.prose}>{notes.markdown}</Text>
  const sections = notes.sections.filter((section) => !hasItems || !isOfItems(section))
  return sections.map((section, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: two sections may have the same title
    <SectionOfNotes key={index} section={section} onSeek={onSeek} />
  ))
})

function SectionOfNotes({ section: { title, content, items }, onSeek }: { section: Section; onSeek: Props['onSeek'] }) {
  return (
    <section className={classes.section}>
      <Title order={3} size="h4">
        {title}
      </Title>
      {content && <Text className={classes.prose}>{content}</Text>}
      {items && items.length > 0 && (
        <ul className={classes.points}>
          {items.map(({ text, timestamp, assignees = [] }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two points may say the same
            <li key={index} className={classes.point}>
              <span>
                {text}
                {assignees.length > 0 && (
                  <span className={classes.people}> {assignees.map((person) => person.full_name).join(', ')}</span>
                )}
              </span>
              {timestamp !== null && <Moment at={timestamp} onSeek={onSeek} />}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

/** Only action items are somebody's. */
const isOfItems = ({ items = [] }: Section) => items.some(({ assignees = [] }) => assignees.length > 0)
