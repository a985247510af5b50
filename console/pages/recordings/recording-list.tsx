/** A list of recordings by day, with links to their recaps. */
import type { Recording } from '@minutebook/client'
import { Link } from '@tanstack/react-router'
import { useIsOthers } from '../../api/own-rights.ts'
import classes from '../../ui/days.module.css'
import { Days } from '../../ui/days.tsx'
import { hour, lengthOf } from '../../ui/format.ts'
import { OthersSign } from '../../ui/others-sign.tsx'
import { Time } from '../../ui/time.tsx'

const timeOf = ({ started_at, event_start, created_at }: Recording) => started_at ?? event_start ?? created_at

const newestFirst = (one: Recording, other: Recording) => Date.parse(timeOf(other)) - Date.parse(timeOf(one))

export function RecordingList({ recordings }: { recordings: Recording[] }) {
  const isOthers = useIsOthers('recordings', recordings)
  return (
    <Days rows={recordings.toSorted(newestFirst)} timeOf={timeOf} order={2}>
      {(recording) => <Row key={recording.id} recording={recording} isOthers={isOthers(recording)} />}
    </Days>
  )
}

function Row({ recording, isOthers }: { recording: Recording; isOthers: boolean }) {
  const { id: recordingId, title, started_at, ended_at } = recording
  return (
    <li className={classes.row}>
      <span className={classes.hour}>
        <Time at={timeOf(recording)} as={hour} />
      </span>
      <span className={classes.what}>
        <Link
          to="/recap/$recordingId"
          params={{ recordingId }}
          search={{}}
          className={classes.title}
          dir="auto"
          data-row
        >
          {title}
        </Link>
        {isOthers && <OthersSign />}
      </span>
      <span className={classes.length}>{lengthOf(started_at, ended_at)}</span>
    </li>
  )
}
