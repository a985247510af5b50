/** What an answer quotes: the words, who said them, and where. */
import type { Citation } from '../../api/answers.ts'
import { words } from '../../words/words.ts'
import { clockTime, shortDay } from '../format.ts'
import classes from './ask.module.css'
import { CitationLink, type Here } from './citation-link.tsx'

export function Citations({ citations, here }: { citations: Citation[]; here: Here | undefined }) {
  return (
    <ol className={classes.citations} aria-label={words.ask.citations}>
      {citations.map((citation) => (
        <li key={citation.n}>
          <CitationLink citation={citation} here={here} className={classes.source}>
            <span className={classes.number}>{citation.n}</span>
            <span className={classes.quoted}>
              <q>{citation.quote}</q>
              <span className={classes.place}>{placeOf(citation, here)}</span>
            </span>
          </CitationLink>
        </li>
      ))}
    </ol>
  )
}

/** On its own recap a citation does not repeat the meeting. */
export function placeOf(citation: Citation, here: Here | undefined): string {
  const { kind, decision, speaker, title, event_start, start_time, recording_id } = citation
  const meeting = here?.recordingId === recording_id ? [] : [title, event_start && shortDay(event_start)]
  const place = [
    speaker ?? (kind === 'transcript' ? null : words.search.kinds[kind]),
    decision && decision.status !== 'stands' && words.decisions.status[decision.status],
    ...meeting,
    start_time === null ? null : clockTime(start_time),
  ]
  return place.filter(Boolean).join(' · ')
}
