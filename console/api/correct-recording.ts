/** Corrects a recording, if the caller has read its current version. */
import { dataOf, type Recording } from '@minutebook/client'
import { infiniteQueryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { client, etagOf, statusOf } from './client.ts'
import { recordingQuery, talkTimeQuery } from './queries.ts'

export type Correction = {
  title?: string
  /** From old to new names. */
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

/** @returns the version after this tab's own corrections of the one that was read: a form need not warn about these */
const made = (id: string, { etag, after }: Version): string =>
  own.slice(after).reduce((at, each) => (each.id === id && each.from === at ? each.to : at), etag)

/** Whether somebody else changed it first. */
export const isStale = (error: unknown) => statusOf(error) === 412

/**
 * The calling page shows errors beside what was written, which stays.
 * @param asOpened  true for a form: it changes the version from when it was opened, though the recap beside it follows
 *   changes of others. False for a page: it changes the version that it shows now
 */
export function useCorrect(recap: Recap, { asOpened = true } = {}) {
  const [opened, setOpened] = useState(() => readNow(recap.etag))
  const queries = useQueryClient()
  const { queryKey } = recordingQuery(recap.id)
  const show = (next: Recap) => queries.setQueryData(queryKey, next)
  return useMutation({
    meta: { pageShowsError: true },
    // Serialized, because each changes the version before.
    scope: { id: `correct ${recap.id}` },
    // A request that began before must not restore the old value.
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
    // Shows the other version, which the next attempt changes.
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

export async function readHistory(id: string, cursor: string | null, signal?: AbortSignal) {
  const params = { path: { recording_id: id }, query: { page_size: 20, ...(cursor && { cursor }) } }
  return dataOf(await client.GET('/api/v1/recording/{recording_id}/history', { signal, params }))
}

export const historyQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: ['history', id],
    queryFn: ({ signal, pageParam }) => readHistory(id, pageParam, signal),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.page_info.cursor ?? null,
  })
