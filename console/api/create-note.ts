/** Creates a note without a calendar event. */
import { dataOf } from '@minutebook/client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { client } from './client.ts'

type NewNote = { title: string; people: string[] }

/** @returns the note, and what failed in sharing it, if anything: the note exists all the same */
export async function createNote({ title, people }: NewNote) {
  const { note } = dataOf(await client.POST('/api/v1/note', { body: { title } }))
  const params = { path: { note_id: note.id } }
  const share = async (user: string) =>
    dataOf(await client.POST('/api/v1/note/{note_id}/share', { params, body: { user, can_edit: true } }))
  const shares = await Promise.allSettled(people.map(share))
  return { note, shareError: shares.find((each) => each.status === 'rejected')?.reason }
}

export function useCreateNote() {
  const queries = useQueryClient()
  return useMutation({
    meta: { pageShowsError: true },
    mutationFn: createNote,
    onSuccess: () => void queries.invalidateQueries({ queryKey: ['notes'] }),
  })
}
