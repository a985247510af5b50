/** A bar on every page while the session is elevated or acts for somebody: the time left, and a button to end it. */
import { Button } from '@mantine/core'
import { useInterval } from '@mantine/hooks'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { stopActing } from '../api/on-behalf.ts'
import { sessionQuery } from '../api/queries.ts'
import type { Session } from '../api/read-session.ts'
import { useElevation } from '../api/session.ts'
import { takeWantedRights } from '../api/wanted-rights.ts'
import { words } from '../words/words.ts'
import classes from './rights-bar.module.css'

export const rightsBarHeight = 44

const { rights: said } = words

export const hasRightsBar = ({ actingBy, super_admin }: Session) => actingBy !== null || super_admin

export function RightsBar({ session }: { session: Session }) {
  const { user, actingBy, elevated_until } = session
  const minutes = useMinutesUntil(elevated_until)
  const elevation = useElevation()
  const until = minutes === null ? '' : said.left(minutes)
  return (
    <section
      className={classes.bar}
      data-kind={actingBy ? 'acting' : 'elevated'}
      aria-label={said.label}
      style={{ height: rightsBarHeight }}
    >
      <span className={classes.text}>
        <strong>{actingBy ? said.actingAs(user.full_name) : said.elevated}</strong>
        <span className={classes.left}>{until}</span>
      </span>
      <Button
        size="xs"
        variant="white"
        color="dark"
        style={{ flex: 'none' }}
        loading={elevation.isPending}
        aria-label={actingBy ? said.stopActing : said.lower}
        onClick={() => (actingBy ? stopActing() : elevation.mutate(false))}
      >
        <span className={classes.long}>{actingBy ? said.stopActing : said.lower}</span>
        <span className={classes.short}>{actingBy ? said.stop : said.end}</span>
      </Button>
    </section>
  )
}

const restMs = 10_000

/** At the end the session is refetched, because only the service's clock counts. */
function useMinutesUntil(until: string | null): number | null {
  const queries = useQueryClient()
  const [now, setNow] = useState(Date.now)
  useInterval(() => setNow(Date.now()), restMs, { autoInvoke: true })
  const leftMs = until === null ? null : Date.parse(until) - now
  const isOver = leftMs !== null && leftMs <= 0
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs with each tick of the clock
  useEffect(() => {
    if (isOver) void queries.invalidateQueries({ queryKey: sessionQuery.queryKey })
  }, [isOver, now])
  return leftMs === null ? null : Math.max(0, Math.ceil(leftMs / 60_000))
}

/** Back from the identity provider, where the person signed in for administrator rights. */
export function useWantedRights({ may_elevate, super_admin }: Session): void {
  const elevation = useElevation()
  const elevate = useEffectEvent(() => {
    if (takeWantedRights() && may_elevate && !super_admin) elevation.mutate(true)
  })
  useEffect(() => elevate(), [])
}

/** When the rights change, drops cached data and refetches what is on the page. */
export function useRefetchWithRights({ user, super_admin }: Session): void {
  const queries = useQueryClient()
  const rights = `${user.id} ${super_admin}`
  const before = useRef(rights)
  useEffect(() => {
    if (before.current === rights) return
    before.current = rights
    void queries.resetQueries({ predicate: ({ queryKey }) => !['session', 'file'].includes(String(queryKey[0])) })
  }, [rights, queries])
}
