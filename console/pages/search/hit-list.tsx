/** The passages found, with their words marked. */
import { Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { SearchHit } from '../../api/search.ts'
import { clockTime, shortDay } from '../../ui/format.ts'
import rows from '../../ui/rows.module.css'
import { Time } from '../../ui/time.tsx'
import { words } from '../../words/words.ts'
import { Marked } from './marked.tsx'
import { longestMarked } from './marked-parts.ts'
import classes from './search.module.css'

const { search: said } = words

export function HitList({ hits, isStale }: { hits: SearchHit[]; isStale: boolean }) {
  return (
    <ol className={rows.list} data-stale={isStale || undefined} aria-busy={isStale}>
      {hits.map((hit, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a passage has no id, and hits never move
        <Hit key={at} hit={hit} />
      ))}
    </ol>
  )
}

function Hit({ hit }: { hit: SearchHit }) {
  const at = hit.event_start ?? hit.created_at
  const passage = <Marked text={hit.snippet.text} hits={hit.snippet.hits} />
  return (
    <li className={`${rows.row} ${classes.hit}`}>
      <Text size="sm" c="dimmed" component="div" className={classes.facts}>
        <span>{said.kinds[hit.kind]}</span>
        <Time at={at} as={shortDay} />
        {hit.speaker && <span className={classes.speaker}>{hit.speaker}</span>}
        {hit.start_time !== null && <span className={classes.clock}>{clockTime(hit.start_time)}</span>}
      </Text>
      <Where hit={hit}>{hit.kind === 'title' ? passage : hit.title || said.kinds[hit.kind]}</Where>
      {hit.kind !== 'title' && <p className={classes.passage}>{passage}</p>}
    </li>
  )
}

/** Links to the words in the recap, to the note, or to the list of items for an item without a note. */
function Where({ hit, children }: { hit: SearchHit; children: ReactNode }) {
  const { recording_id: recordingId, note_id: noteId } = hit
  if (recordingId) {
    return (
      <Link to="/recap/$recordingId" params={{ recordingId }} search={searchOf(hit)} className={rows.title} data-row>
        {children}
      </Link>
    )
  }
  if (noteId) {
    return (
      <Link to="/note/$noteId" params={{ noteId }} className={rows.title} data-row>
        {children}
      </Link>
    )
  }
  return (
    <Link to="/items" search={{ whose: 'all' }} className={rows.title} data-row>
      {children}
    </Link>
  )
}

/** The position in a recap: it searches the words from the start of the passage. */
function searchOf({ kind, start_time, snippet: { text, hits } }: SearchHit) {
  const q = longestMarked(text, hits) || undefined
  if (kind === 'ai_notes') return { q, in: 'notes' as const }
  return kind === 'transcript' && start_time !== null ? { q, t: Math.floor(start_time) } : {}
}
