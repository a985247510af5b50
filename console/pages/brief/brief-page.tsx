/** Before a meeting of a series: what was decided since last time, and what is open. */
import { Stack, Text, Title } from '@mantine/core'
import { type QueryClient, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type Brief, briefQuery } from '../../api/brief.ts'
import type { Decision } from '../../api/decisions.ts'
import { enginesQuery } from '../../api/engines.ts'
import { noteQuery } from '../../api/queries.ts'
import { usePrefetched } from '../../api/use-prefetched.ts'
import { AskHere } from '../../ui/ask/ask-here.tsx'
import layout from '../../ui/layout.module.css'
import rows from '../../ui/rows.module.css'
import { Failed, Loading, Message } from '../../ui/states.tsx'
import { usePageTitle } from '../../ui/title.ts'
import { words } from '../../words/words.ts'
import { DecisionRow } from '../decisions/decision-row.tsx'
import { ItemRow } from '../items/item-row.tsx'
import { Part } from '../recap/part.tsx'
import classes from './brief.module.css'
import { Points } from './points.tsx'

const { brief: said } = words

export function prefetch(queries: QueryClient, { noteId }: { noteId: string }) {
  void queries.prefetchQuery(briefQuery(noteId))
  void queries.prefetchQuery(noteQuery(noteId))
  void queries.prefetchQuery(enginesQuery)
}

export function Page({ noteId }: { noteId: string }) {
  const { data: brief, error, refetch } = useQuery(usePrefetched(briefQuery(noteId)))
  const { data: note } = useQuery(usePrefetched(noteQuery(noteId)))
  usePageTitle(note && `${said.title} · ${note.title}`)
  if (error && !brief) return <Failed error={error} onAgain={() => void refetch()} />
  if (!brief || !note) return <Loading lines={8} />
  return (
    <div className={layout.content}>
      <Title order={1}>{said.title}</Title>
      <Text c="dimmed" size="sm" mt={4} mb="xl">
        {said.before}{' '}
        <Link to="/note/$noteId" params={{ noteId }} className={classes.link}>
          {note.title}
        </Link>
      </Text>
      <Stack gap={36}>
        {brief.series_id && <AskHere label={words.ask.series} filters={{ series_id: brief.series_id }} />}
        <Parts brief={brief} />
      </Stack>
    </div>
  )
}

function Parts({ brief: { last_time, standing, decisions, open_items, open_questions } }: { brief: Brief }) {
  if ([last_time, standing, decisions, open_items, open_questions].every(({ length }) => length === 0)) {
    return (
      <Message order={2} title={said.none}>
        {said.noneWhy}
      </Message>
    )
  }
  return (
    <>
      <Decisions title={said.lastTime} decisions={last_time} />
      <Decisions title={said.standing} decisions={standing} />
      {decisions.length > 0 && <Points title={said.decisions} points={decisions} />}
      {open_items.length > 0 && (
        <Part title={said.items}>
          <ul className={rows.list} aria-label={said.items}>
            {open_items.map(({ item, title }) => (
              <ItemRow key={item.id} item={item} note={{ id: item.note_id!, title, recording_ids: [] }} isOfNote />
            ))}
          </ul>
        </Part>
      )}
      {open_questions.length > 0 && <Points title={said.questions} points={open_questions} />}
    </>
  )
}

function Decisions({ title, decisions }: { title: string; decisions: Decision[] }) {
  if (decisions.length === 0) return null
  return (
    <Part title={title}>
      <ul className={rows.list} aria-label={title}>
        {decisions.map((decision) => (
          <DecisionRow key={decision.id} decision={decision} mayEdit={false} />
        ))}
      </ul>
    </Part>
  )
}
