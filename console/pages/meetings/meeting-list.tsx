/** A list of meetings. */
import { Title } from '@mantine/core'
import type { Note } from '@minutebook/client'
import { IconFileText } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { hour, shortDay } from '../../ui/format.ts'
import classes from '../../ui/rows.module.css'
import { Time } from '../../ui/time.tsx'
import { useNameOfAddress } from '../../ui/use-name-of-address.ts'
import { words } from '../../words/words.ts'
import { timeOf } from './by-time.ts'

const { meetings: said } = words

export function MeetingList({ heading, notes }: { heading: string; notes: Note[] }) {
  return (
    <section>
      <Title order={2} className={classes.heading}>
        {heading}
      </Title>
      <MeetingRows notes={notes} />
    </section>
  )
}

export function MeetingRows({ notes }: { notes: Note[] }) {
  const nameOf = useNameOfAddress()
  return (
    <ul className={classes.list}>
      {notes.map((note) => (
        <Meeting key={note.id} note={note} nameOf={nameOf} />
      ))}
    </ul>
  )
}

/** The whole row links to the recap if there is one, otherwise to the agenda. */
function Meeting({ note, nameOf }: { note: Note; nameOf: (email: string) => string }) {
  const [recordingId] = note.recording_ids
  const at = timeOf(note)
  return (
    <li className={classes.row}>
      <span className={classes.when}>
        <Time at={at} as={shortDay} />
        <span className={classes.hour}>{note.event_is_all_day ? said.allDay : <Time at={at} as={hour} />}</span>
      </span>
      <span className={classes.what}>
        {recordingId ? (
          <Link to="/recap/$recordingId" params={{ recordingId }} search={{}} className={classes.title} data-meeting>
            {note.title}
          </Link>
        ) : (
          <Link to="/note/$noteId" params={{ noteId: note.id }} className={classes.title} data-meeting>
            {note.title}
          </Link>
        )}
        {note.organizer_email && <span className={classes.who}>{nameOf(note.organizer_email)}</span>}
      </span>
      {recordingId && (
        <span className={classes.recap}>
          {/* No play icon: the list does not say whether there is media. */}
          <IconFileText size={13} stroke={1.8} aria-hidden />
          <span>{said.recap}</span>
        </span>
      )}
    </li>
  )
}
