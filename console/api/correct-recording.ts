/** Puts a recording right, for anyone who read the version that is there. */
import { dataOf, type Recording } from '@minutebook/client'
import { infiniteQueryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { client, etagOf, statusOf } from './client.ts'
import { recordingQuery, talkTimeQuery } from './queries.ts'

export type Correction = {
  title?: string
  /** New names by old ones. */
  speakers?: Record<string, string>
  segments?: { index: number; text?: string; speaker?: string }[]
  ai_notes?: { markdown: string }
}
export type Recap = Recording & { etag: string }
export type Change = Awaited<ReturnType<typeof readHistory>>['data'][number]

/** A version that was read, and how many corrections this tab had made by then. */
type Version = { etag: string; after: number }

/** The corrections that this tab made, in order. */
const own: { id: string; from: string; to: string }[] = []

const readNow = (etag: string): Version => ({ etag, after: own.length })

/** @returns what this tab alone has made of a version since it was read: a form need not ask about that */
const made = (id: string, { etag, after }: Version): string =>
  own.slice(after).reduce((at, each) => (each.id === id && each.from === at ? each.to : at), etag)

/** Whether somebody else was faster. */
export const isStale = (error: unknown) => statusOf(error) === 412

/**
 * The page that calls it shows what went wrong beside what was written, which stays.
 * @param asOpened  false: for a page that is always open, what it shows now is what is changed. A form changes what was there when it
 *   was opened, although the recap beside it follows what others do
 */
export function useCorrect(recap: Recap, { asOpened = true } = {}) {
  const [opened, setOpened] = useState(() => readNow(recap.etag))
  const queries = useQueryClient()
  const { queryKey } = recordingQuery(recap.id)
  const show = (next: Recap) => queries.setQueryData(queryKey, next)
  return useMutation({
    meta: { isTold: true },
    // One after the other, because each is made of the version before.
    scope: { id: `correct ${recap.id}` },
    // A reading that began before must not bring back what was there.
    onMutate: () => queries.cancelQueries({ queryKey }),
    mutationFn: async (correction: Correction) => {
      const params = { path: { recording_id: recap.id } }
      const from = asOpened ? made(recap.id, opened) : recap.etag
      const headers = { 'if-match': from }
      const answer = await client.PATCH('/api/v1/recording/{recording_id}', { params, headers, body: correction })
      const next = { ...dataOf(answer).recording, etag: etagOf(answer) }
      own.push({ id: recap.id, from, to: next.etag })
      return next
    },
    onSuccess: (next) => {
      show(next)
      setOpened(readNow(next.etag))
      void queries.invalidateQueries({ queryKey: talkTimeQuery(recap.id).queryKey })
      void queries.invalidateQueries({ queryKey: ['items', recap.note_id] })
      void queries.invalidateQueries({ queryKey: historyQuery(recap.id).queryKey })
    },
    // Their version is shown, and the next try is one of that.
    onError: async (error) => {
      if (!isStale(error)) return
      const theirs = await readRecap(recap.id)
      show(theirs)
      setOpened(readNow(theirs.etag))
    },
  })
}

export async function readRecap(id: string): Promise<Recap> {
  const answer = await client.GET('/api/v1/recording/{recording_id}', { params: { path: { recording_id: id } } })
  return { ...dataOf(answer).recording, etag: etagOf(answer) }
}

/** @returns the newest change from before, as JSON */
export function useWriteNotesAnew(id: string) {
  return useMutation({
    mutationFn: async () => {
      const params = { path: { recording_id: id } }
      const before = JSON.stringify((await newestChange(id)) ?? null)
      dataOf(await client.POST('/api/v1/recording/{recording_id}/ai_notes', { params }))
      return before
    },
  })
}

async function readHistory(id: string, cursor: string | null, signal?: AbortSignal) {
  const params = { path: { recording_id: id }, query: { page_size: 20, ...(cursor && { cursor }) } }
  return dataOf(await client.GET('/api/v1/recording/{recording_id}/history', { signal, params }))
}

/** The newest change, for those who wait for one. */
export const newestChange = async (id: string) => (await readHistory(id, null)).data[0]

export const historyQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: ['history', id],
    queryFn: ({ signal, pageParam }) => readHistory(id, pageParam, signal),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.page_info.cursor ?? null,
  })
