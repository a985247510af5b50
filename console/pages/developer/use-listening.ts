/** Receives live events while switched on. */
import type { StreamEvent, UserEvent } from '@minutebook/client'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { client } from '../../api/client.ts'
import { eventTypesQuery } from '../../api/webhooks.ts'

export type Listening = 'off' | 'starting' | 'on' | 'lost'
export type Heard = StreamEvent & { at: string }

/** Older events are dropped. */
const maxShown = 200

export function useListening() {
  const [state, setState] = useState<Listening>('off')
  const [heard, setHeard] = useState<Heard[]>([])
  const [gap, setGap] = useState<string | null>(null)
  const [error, setError] = useState<unknown>(null)
  const queries = useQueryClient()
  const current = useRef<AbortController>(null)

  const stop = useCallback(() => {
    current.current?.abort()
    current.current = null
    setState('off')
  }, [])
  useEffect(() => () => current.current?.abort(), [])

  async function start() {
    const controller = new AbortController()
    current.current = controller
    const { signal } = controller
    const unlessStopped = (next: Listening) => signal.aborted || setState(next)
    setState('starting')
    setError(null)
    setGap(null)
    const onOpen = () => unlessStopped('on')
    const onRetry = () => unlessStopped('lost')
    try {
      const types = await queries.ensureQueryData(eventTypesQuery)
      const enabledEvents = types.flatMap(({ event_type, user }) =>
        user ? [event_type as UserEvent['event_type']] : [],
      )
      for await (const event of client.listen({ enabledEvents, signal, onOpen, onRetry, onGap: setGap })) {
        const one = { ...event, at: new Date().toISOString() }
        setHeard((before) => [one, ...before].slice(0, maxShown))
      }
    } catch (refusal) {
      if (!signal.aborted) setError(refusal)
    } finally {
      unlessStopped('off')
    }
  }
  return { state, heard, gap, error, start: () => void start(), stop, clear: () => setHeard([]) }
}
