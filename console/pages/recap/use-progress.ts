/** Follows what the service does with a recording, and shows the result when it ends. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { historyQuery, type Recap, readHistory } from '../../api/correct-recording.ts'
import { type Progress, progressQuery } from '../../api/recording-progress.ts'
import { noticeDone } from '../../ui/notices.ts'
import { words } from '../../words/words.ts'
import { outcomeOf } from './outcome.ts'

/** `seenAt`: when it was read, in milliseconds. */
export type Work = { progress: Progress; seenAt: number }

export function useProgress({ id, note_id }: Recap): Work {
  const queries = useQueryClient()
  const { data: progress = null, dataUpdatedAt: seenAt } = useQuery(progressQuery(id))
  const stage = progress?.stage ?? null
  const before = useRef(stage)
  useEffect(() => {
    const ended = before.current
    before.current = stage
    if (ended === null || ended === stage) return
    for (const queryKey of [['recording', id], ['talk_time', id], ['items', note_id], historyQuery(id).queryKey])
      void queries.invalidateQueries({ queryKey })
    void readHistory(id, null).then(({ data }) => {
      const outcome = outcomeOf(ended, data)
      if (outcome) noticeDone(words.recap.ended[outcome])
    })
  }, [stage, id, note_id, queries])
  return { progress, seenAt }
}
