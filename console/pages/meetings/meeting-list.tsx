/** A list of meetings. */
import { Title } from '@mantine/core'
import type { Note } from '@minutebook/client'
import { IconFileText, IconRepeat } from '@tabler/icons-react'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useIsOthers } from '../../api/own-rights.ts'
import { sessionQuery } from '../../api/queries.ts'
import { dayOf, timeOf } from '../../ui/by-time.ts'
import classes from '../../ui/days.module.css'
import { Days } from '../../ui/days.tsx'
import { hour, lengthOf } from '../../ui/format.ts'
import { OthersSign } from '../../ui/others-sign.tsx'
import rows from '../../ui/rows.module.css'
import { Time } from '../../ui/time.tsx'
import { useNameOfAddress } from '../../ui/use-name-of-address.ts'
import { words } from '../../words/words.ts'

const { meetings: said } = words

/** @param order  of the heading */
export function MeetingList({ heading, notes, order = 2 }: { heading: string; notes: Note[]; order?: 2 | 3 }) {
  return (
    <section>
      <Title order={order} className={rows.heading}>
        {heading}
      </Title>
      <MeetingRows notes={notes} order={order === 2 ? 3 : 4} />
    </section>
  )
}

/** @param order  of the headings of days */
export function MeetingRows({ notes, order }: { notes: Note[]; order?: 2 | 3 | 4 }) {
  const now = Date.now()
  const nameOf = useNameOfAddress()
  const isOthers = useIsOthers('notes', notes)
  const { data: session } = useSuspenseQuery(sessionQuery)
  const others = ({ event_attendees = [] }: Note) => event_attendees.filter((email) => email !== session.user.email)
  return (
    <Days rows={notes} timeOf={(note) => dayOf(note, now)} order={order}>
      {(note) => (
        <Meeting
          key={note.id}
          note={note}
          people={others(note).map(nameOf).filter(Boolean)}
          isOthers={isOthers(note)}
        />
      )}
    </Days>
  )
}

const maxNames = 2

/** The whole row links to the recap if there is one, otherwise to the agenda. */
function Meeting({ note, people, isOthers }: { note: Note; people: string[]; isOthers: boolean }) {
  const [recordingId] = note.recording_ids
  const names = people.slice(0, maxNames).join(', ')
  const more = people.length > maxNames ? ` +${people.length - maxNames}` : ''
  return (
    <li className={classes.row}>
      <span className={classes.hour}>{note.event_is_all_day ? said.allDay : <Time at={timeOf(note)} as={hour} />}</span>
      <span className={classes.what}>
        {recordingId ? (
          <Link
            to="/recap/$recordingId"
            params={{ recordingId }}
            search={{}}
            className={classes.title}
            dir="auto"
            data-meeting
          >
            {note.title}
          </Link>
        ) : (
          <Link to="/note/$noteId" params={{ noteId: note.id }} className={classes.title} dir="auto" data-meeting>
            {note.title}
          </Link>
        )}
        {isOthers && <OthersSign />}
        {note.series_id && <IconRepeat size={14} stroke={1.6} className={classes.sign} aria-label={said.series} />}
      </span>
      <span className={classes.people} title={people.join(', ')}>
        {names}
        {more}
      </span>
      <span className={classes.length}>{!note.event_is_all_day && lengthOf(note.event_start, note.event_end)}</span>
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
