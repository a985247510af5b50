/** Begins a recording, and opens the note that is written beside it. */
import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { createNote } from '../../api/create-note.ts'
import { sessionQuery } from '../../api/queries.ts'
import { beginRecording } from '../../record/recordings.ts'
import { askForSound, SoundError, stopSound } from '../../record/sound.ts'
import { words } from '../../words/words.ts'
import { hour, shortDay } from '../format.ts'
import { PageError } from '../refusal.ts'
import type { Meeting } from './choose-meeting.ts'
import type { Consent } from './consent-field.tsx'

const { record: said } = words

type Given = { meeting: Meeting | null; title: string; withScreen: boolean; consent: Consent | null }

export function useRecord() {
  const navigate = useNavigate()
  const queries = useQueryClient()
  const { user } = useSuspenseQuery(sessionQuery).data
  return useMutation({
    meta: { pageShowsError: true },
    mutationFn: async ({ meeting, title, withScreen, consent }: Given) => {
      // First of all: browsers allow a screen only right after a press.
      const streams = await soundOf(withScreen)
      try {
        const note = meeting ?? (await createNote({ title: title.trim() || untitled(), people: [] })).note
        const told = consent && { ...consent, at: new Date().toISOString() }
        const recording = { userId: user.id, noteId: note.id, title: note.title || untitled(), consent: told, streams }
        if (!(await beginRecording(recording))) throw new PageError(said.elsewhere)
        return note.id
      } catch (error) {
        stopSound(streams)
        throw error
      }
    },
    onSuccess: (noteId) => {
      void queries.invalidateQueries({ queryKey: ['notes'] })
      void navigate({ to: '/note/$noteId', params: { noteId } })
    },
  })
}

const untitled = () => said.untitled(shortDay(new Date().toISOString()), hour(new Date().toISOString()))

/** @throws {PageError} */
export async function soundOf(withScreen: boolean): Promise<MediaStream[]> {
  try {
    return await askForSound(withScreen)
  } catch (error) {
    throw error instanceof SoundError ? new PageError(said.noSound[error.trouble], { cause: error }) : error
  }
}
