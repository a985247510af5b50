/** Decisions or questions of earlier meetings; each leads to its moment, and plays it. */
import { Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { BriefPoint } from '../../api/brief.ts'
import { playOnArrival } from '../../ui/ask/play-on-arrival.ts'
import { clockTime, shortDay } from '../../ui/format.ts'
import { InlineText } from '../../ui/inline-text.tsx'
import rows from '../../ui/rows.module.css'
import { Part } from '../recap/part.tsx'
import classes from './brief.module.css'

export function Points({ title, points }: { title: string; points: BriefPoint[] }) {
  return (
    <Part title={title}>
      <ul className={rows.list} aria-label={title}>
        {points.map((point, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a point has no id
          <li key={at} className={`${rows.row} ${classes.point}`}>
            <Link
              to="/recap/$recordingId"
              params={{ recordingId: point.recording_id }}
              search={point.start_time === null ? { in: 'notes' } : { t: point.start_time }}
              onClick={() => point.start_time !== null && playOnArrival(point.recording_id)}
              className={rows.title}
              dir="auto"
              data-row
            >
              <InlineText text={point.text} isInLink />
            </Link>
            <Text size="sm" c="dimmed">
              {placeOf(point)}
            </Text>
          </li>
        ))}
      </ul>
    </Part>
  )
}

const placeOf = ({ title, event_start, start_time }: BriefPoint) =>
  [title, event_start && shortDay(event_start), start_time === null ? null : clockTime(start_time)]
    .filter(Boolean)
    .join(' · ')
