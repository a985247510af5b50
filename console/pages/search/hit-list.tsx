/** What was found, by meeting: the best moment of each, and the others on demand. */
import { Button, Text, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import type { SearchHit } from '../../api/search.ts'
import { clockTime, shortDay } from '../../ui/format.ts'
import rows from '../../ui/rows.module.css'
import { Time } from '../../ui/time.tsx'
import { words } from '../../words/words.ts'
import { type Group, groupHits } from './group-hits.ts'
import { Marked } from './marked.tsx'
import { longestMarked, markedWords } from './marked-parts.ts'
import classes from './search.module.css'

const { search: said } = words

export function HitList({ hits, isStale }: { hits: SearchHit[]; isStale: boolean }) {
  return (
    <ol className={rows.list} data-stale={isStale || undefined} aria-busy={isStale}>
      {groupHits(hits).map((group) => (
        <Meeting key={group.key} group={group} />
      ))}
    </ol>
  )
}

function Meeting({ group: { title, moments } }: { group: Group<SearchHit> }) {
  const [isOpen, setOpen] = useState(false)
  const best = title ?? moments[0]!
  const others = moments.length - 1
  return (
    <li className={classes.meeting}>
      <div className={classes.head}>
        <Title order={2} className={classes.title} dir="auto">
          <Where hit={{ ...best, kind: 'title' }} isRow={moments.length === 0}>
            {title ? <Passage hit={title} /> : best.title || said.kinds[best.kind]}
          </Where>
        </Title>
        <Text size="sm" c="dimmed">
          <Time at={best.event_start ?? best.created_at} as={shortDay} />
        </Text>
      </div>
      <ul className={classes.moments}>
        {(isOpen ? moments : moments.slice(0, 1)).map((hit, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a passage has no id, and hits never move
          <Moment key={at} hit={hit} />
        ))}
      </ul>
      {others > 0 && (
        <Button variant="subtle" size="compact-sm" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? said.fewer : said.moreHere(others)}
        </Button>
      )}
    </li>
  )
}

function Moment({ hit }: { hit: SearchHit }) {
  return (
    <li className={classes.moment}>
      <Text size="sm" c="dimmed" component="div" className={classes.facts}>
        <span>{said.kinds[hit.kind]}</span>
        {hit.speaker && <span className={classes.speaker}>{hit.speaker}</span>}
        {hit.start_time !== null && <span className={classes.clock}>{clockTime(hit.start_time)}</span>}
      </Text>
      <Where hit={hit} isRow>
        <Passage hit={hit} />
      </Where>
    </li>
  )
}

const Passage = ({ hit: { kind, snippet } }: { hit: SearchHit }) => (
  <Marked {...snippet} isMarkdown={kind === 'agenda' || kind === 'ai_notes'} />
)

/** Links to the words in the recap, to the note, or to the list of items for an item without a note. */
function Where({ hit, isRow, children }: { hit: SearchHit; isRow: boolean; children: ReactNode }) {
  const { recording_id: recordingId, note_id: noteId } = hit
  const link = { className: classes.link, dir: 'auto', 'data-row': isRow || undefined, children }
  if (recordingId) return <Link to="/recap/$recordingId" params={{ recordingId }} search={searchOf(hit)} {...link} />
  if (noteId) return <Link to="/note/$noteId" params={{ noteId }} {...link} />
  return <Link to="/items" search={{ whose: 'all' }} {...link} />
}

/** The position in a recap: where the words begin, which are marked there. */
function searchOf({ kind, start_time, snippet: { text, hits } }: SearchHit) {
  if (kind === 'ai_notes') return { q: longestMarked(text, hits) || undefined, in: 'notes' as const }
  if (kind !== 'transcript' || start_time === null) return {}
  return { q: markedWords(text, hits) || undefined, t: Math.floor(start_time) }
}
