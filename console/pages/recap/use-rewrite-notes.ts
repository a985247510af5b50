/** Has the AI notes rewritten, and waits until the history shows the new ones. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { historyQuery, newestChange, type Recap, readRecap, useRequestRewrite } from '../../api/correct-recording.ts'
import { recordingQuery } from '../../api/queries.ts'
import { noticeDone } from '../../ui/notices.ts'
import { words } from '../../words/words.ts'

const { correct: said } = words.recap

export function useRewriteNotes(recap: Recap) {
  const queries = useQueryClient()
  /** The newest change at the time of the request; undefined without a request. */
  const [since, setSince] = useState<string>()
  const request = useRequestRewrite(recap.id)
  const { data: newest } = useQuery({
    queryKey: ['history', recap.id, 'newest'],
    queryFn: async () => (await newestChange(recap.id)) ?? null,
    enabled: since !== undefined,
    refetchInterval: 2_000,
    gcTime: 0,
  })
  const outcome = since && newest && JSON.stringify(newest) !== since ? newest.change.ai_notes : undefined
  useEffect(() => {
    if (outcome !== 'written_anew' && outcome !== 'failed') return
    setSince(undefined)
    noticeDone(outcome === 'failed' ? said.failed : said.written)
    void queries.invalidateQueries({ queryKey: historyQuery(recap.id).queryKey, exact: true })
    void queries.invalidateQueries({ queryKey: ['items', recap.note_id] })
    void readRecap(recap.id).then((next) => {
      queries.setQueryData(recordingQuery(recap.id).queryKey, (now) => ({ ...next, media_url: now?.media_url ?? null }))
    })
  }, [outcome, queries, recap.id, recap.note_id])
  return {
    isWriting: since !== undefined || request.isPending,
    write: () => request.mutate(undefined, { onSuccess: setSince }),
  }
}
