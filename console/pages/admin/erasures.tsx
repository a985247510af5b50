/** Running erasures, and those of the last day, without names, with their progress. */
import { Progress, Text, Title } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { type Erasure, erasuresQuery } from '../../api/personal-data.ts'
import { dayAndHour } from '../../ui/format.ts'
import { Mark, type Tone } from '../../ui/mark.tsx'
import { Row, Rows } from '../../ui/rows.tsx'
import { Time } from '../../ui/time.tsx'
import { adminWords } from '../../words/admin/words.ts'
import { erasurePercent } from './erasure-progress.ts'

const { erasing: said } = adminWords
const tones: Record<Erasure['status'], Tone> = { pending: 'plain', running: 'plain', held: 'warn', done: 'good' }

/** Shows nothing on an error: the page is about people, and must work without this part. */
export function Erasures() {
  const { data: known } = useQuery(erasuresQuery)
  const data = known ?? []
  const heading = useRef<HTMLHeadingElement>(null)
  useRefetchWhenDone(data)
  useFocusOfNew(known?.length, heading)
  if (data.length === 0) return null
  return (
    <section style={{ marginBottom: 32 }}>
      <Title order={2} size="h4" mb="xs" ref={heading} tabIndex={-1}>
        {said.heading}
      </Title>
      <Rows label={said.heading}>
        {data.map((erasure) => (
          <ErasureRow key={erasure.user_id} erasure={erasure} />
        ))}
      </Rows>
    </section>
  )
}

function ErasureRow({ erasure: { user_id, status, requested_at, finished_at, progress } }: { erasure: Erasure }) {
  const isOver = finished_at !== null
  const meta = (
    <>
      {user_id} · {said.asked} <Time at={requested_at} as={dayAndHour} />
      {isOver && (
        <>
          {' · '}
          {said.ended} <Time at={finished_at} as={dayAndHour} />
        </>
      )}
      {!isOver && status !== 'held' && ` · ${said.stages[progress.stage](progress.things_done, progress.things)}`}
      {status === 'held' && (
        <Text component="span" size="sm" display="block">
          {said.heldWhy}
        </Text>
      )}
      {!isOver && <Progress mt={6} size="sm" value={erasurePercent(progress)} aria-label={said.progress(user_id)} />}
    </>
  )
  return (
    <Row title={said.person} meta={meta}>
      <Mark tone={tones[status]}>{said.statuses[status]}</Mark>
    </Row>
  )
}

/** Refetches everything when an erasure ends, because names were everywhere. */
function useRefetchWhenDone(erasures: Erasure[]): void {
  const queries = useQueryClient()
  const done = erasures.filter(({ status }) => status === 'done').length
  const before = useRef(done)
  useEffect(() => {
    if (done > before.current)
      void queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'erasures' })
    before.current = done
  }, [done, queries])
}

/** Moves the focus here, because it was lost with the person's row. */
function useFocusOfNew(count: number | undefined, heading: { current: HTMLElement | null }): void {
  const before = useRef(count)
  useEffect(() => {
    const isMore = count !== undefined && before.current !== undefined && count > before.current
    if (isMore && document.activeElement!.matches('body, ul')) heading.current?.focus()
    before.current = count
  }, [count, heading])
}
