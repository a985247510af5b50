/** A decision as a link to where it was made: the moment plays there; without a recap it is the note. */
import { Link } from '@tanstack/react-router'
import type { Decision } from '../../api/decisions.ts'
import { playOnArrival } from '../../ui/ask/play-on-arrival.ts'
import { InlineText } from '../../ui/inline-text.tsx'
import classes from './decisions.module.css'

export function Where({ decision, isRow }: { decision: Decision; isRow?: boolean }) {
  const { recording_id: recordingId, note_id: noteId, start_time: at, text } = decision
  const link = {
    className: classes.link,
    'data-row': isRow || undefined,
    children: <InlineText text={text} isInLink />,
  }
  if (recordingId === null) return <Link to="/note/$noteId" params={{ noteId }} {...link} />
  return (
    <Link
      to="/recap/$recordingId"
      params={{ recordingId }}
      search={at === null ? { in: 'notes' } : { t: Math.floor(at) }}
      onClick={() => at !== null && playOnArrival(recordingId)}
      {...link}
    />
  )
}
