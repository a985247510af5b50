/** The next meetings of the person's calendars: each has a note already, which is one press away. */
import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { ownNotesQuery } from '../api/meetings.ts'
import { words } from '../words/words.ts'
import { byTime, dayOf } from './by-time.ts'
import { dayAndHour, dayLabel } from './format.ts'
import classes from './next-meetings.module.css'
import { Time } from './time.tsx'

const maxShown = 4

export function NextMeetings() {
  const { data: notes = [] } = useQuery(ownNotesQuery)
  const [openedAt] = useState(Date.now)
  const next = byTime(notes, openedAt).upcoming.slice(0, maxShown)
  if (next.length === 0) return null
  return (
    <section>
      <Text size="sm" fw={550} mb={4}>
        {words.newNote.next}
      </Text>
      <ul className={classes.list}>
        {next.map((note) => (
          <li key={note.id}>
            <Link to="/note/$noteId" params={{ noteId: note.id }} className={classes.meeting}>
              <span className={classes.title} dir="auto">
                {note.title}
              </span>
              <span className={classes.when}>
                <Time at={dayOf(note, openedAt)} as={note.event_is_all_day ? dayLabel : dayAndHour} />
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
