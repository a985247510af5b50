/** Shown while the service is unreachable; requests are retried automatically. */
import { MinutebookError } from '@minutebook/client'
import { useQueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { words } from '../words/words.ts'
import classes from './layout.module.css'

export function Connection() {
  const cache = useQueryClient().getQueryCache()
  const isLost = useSyncExternalStore(
    (changed) => cache.subscribe(changed),
    () =>
      cache.getAll().some(({ state: { fetchStatus, fetchFailureReason: reason } }) => {
        return fetchStatus === 'fetching' && reason !== null && !(reason instanceof MinutebookError)
      }),
  )
  return (
    <div role="status" className={classes.connection} data-lost={isLost}>
      {isLost && words.states.offline}
    </div>
  )
}
