/** The saver of a note's page: its API calls, the draft that survives a sign-in, and the question before leaving. */
import { MinutebookError } from '@minutebook/client'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useBlocker } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { onLeaving } from '../../../api/person.ts'
import { noteQuery, sessionQuery } from '../../../api/queries.ts'
import { readNote, writeNote } from '../../../api/write-note.ts'
import { drafts } from './drafts.ts'
import { Saver, type SaverNeeds, type SaverState, type Text, type Version } from './saver.ts'

/** What the saver needs from the page. */
export type Written = Pick<SaverNeeds, 'read' | 'begin' | 'end' | 'adopt'>

type Page = { noteId: string; userId: string; version: Version; written: Written }

export function useSaver({ noteId, userId, version, written }: Page) {
  const queries = useQueryClient()
  const key = `${userId} ${noteId}`
  const [state, setState] = useState<SaverState>({ kind: 'saved' })
  const [draft] = useState(() => drafts.find(key))
  const [saver] = useState(() => new Saver(draft?.base ?? version, needs(queries, noteId, written, setState)))
  useEffect(() => saver.meet(version), [saver, version])
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the page opens and closes
  useEffect(() => {
    // Only in an effect: until then React may discard the rendering and repeat it.
    drafts.forget(key)
    if (draft) saver.touch()
    // Keeps unsaved text until the same person comes back: their session may have ended.
    const forgetEnding = onLeaving(() => saver.isClean || drafts.keep(key, { base: saver.saved, text: written.read() }))
    return () => {
      forgetEnding()
      saver.close()
    }
  }, [])
  const initial: Text = draft?.text ?? version
  return { saver, state, initial, leaving: useLeaving(saver) }
}

function needs(queries: QueryClient, noteId: string, written: Written, onState: SaverNeeds['onState']): SaverNeeds {
  return {
    ...written,
    onState,
    write: (change, etag) => writeNote(noteId, change, etag),
    readTheirs: () => readNote(noteId),
    judge: (error) => {
      if (!(error instanceof MinutebookError) || error.isTemporary) return 'passing'
      // The session query redirects to the sign-in page.
      if (error.status === 401) void queries.refetchQueries({ queryKey: sessionQuery.queryKey })
      return error.status === 412 ? 'stale' : error
    },
    end: (version) => {
      written.end(version)
      const { title, markup: content_native_markdown, etag } = version
      const { queryKey } = noteQuery(noteId)
      // A request that began before must not restore the old value; what it would have brought is read again.
      const isRead = queries.isFetching({ queryKey }) > 0
      void queries.cancelQueries({ queryKey })
      queries.setQueryData(queryKey, (note) => note && { ...note, title, content_native_markdown, etag })
      if (isRead) void queries.invalidateQueries({ queryKey })
      void queries.invalidateQueries({ queryKey: ['items', noteId] })
    },
    after: (milliseconds, run) => {
      const timer = setTimeout(run, milliseconds)
      return () => clearTimeout(timer)
    },
  }
}

/** Before leaving, saves the last words; if that fails, the person decides. */
function useLeaving(saver: Saver) {
  const blocker = useBlocker({
    shouldBlockFn: async () => !(await saver.flush()),
    enableBeforeUnload: () => !saver.isClean,
    withResolver: true,
  })
  return {
    isAsked: blocker.status === 'blocked',
    stay: () => blocker.reset?.(),
    leave: () => {
      saver.abandon()
      blocker.proceed?.()
    },
  }
}
