/** A list of recordings, with links to their recaps. */
import type { Recording } from '@minutebook/client'
import { Link } from '@tanstack/react-router'
import { hour, shortDay } from '../../ui/format.ts'
import classes from '../../ui/rows.module.css'
import { Time } from '../../ui/time.tsx'
import { words } from '../../words/words.ts'

export function RecordingList({ recordings }: { recordings: Recording[] }) {
  return (
    <ul className={classes.list}>
      {recordings.map((recording) => (
        <Row key={recording.id} recording={recording} />
      ))}
    </ul>
  )
}

function Row({ recording }: { recording: Recording }) {
  const { id: recordingId, title, started_at, ended_at, event_start, created_at } = recording
  const at = started_at ?? event_start ?? created_at
  const minutes = started_at && ended_at ? (Date.parse(ended_at) - Date.parse(started_at)) / 60_000 : null
  return (
    <li className={classes.row}>
      <span className={classes.when}>
        <Time at={at} as={shortDay} />
        <span className={classes.hour}>
          <Time at={at} as={hour} />
        </span>
      </span>
      <span className={classes.what}>
        <Link to="/recap/$recordingId" params={{ recordingId }} search={{}} className={classes.title} data-row>
          {title}
        </Link>
      </span>
      {minutes !== null && (
        <span className={classes.hour}>{words.recap.minutes(Math.max(1, Math.round(minutes)))}</span>
      )}
    </li>
  )
}
