/** Begins a recording, and opens the note that is written beside it. A dialog that closes before cancels it. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { createNote } from '../../api/create-note.ts'
import { beginRecording } from '../../record/recordings.ts'
import { askForSound, SoundError, stopSound } from '../../record/sound.ts'
import { words } from '../../words/words.ts'
import { PageError } from '../refusal.ts'
import type { Meeting } from './choose-meeting.ts'
import type { Consent } from './consent-field.tsx'

const { record: said } = words

type Given = {
  meeting: Meeting | null
  title: string
  withScreen: boolean
  deviceId: string | undefined
  consent: Consent | null
}

export function useRecord() {
  const navigate = useNavigate()
  const queries = useQueryClient()
  const [ending] = useState(() => new AbortController())
  const { signal } = ending
  useEffect(() => () => ending.abort(), [ending])
  return useMutation({
    meta: { pageShowsError: true },
    mutationFn: async ({ meeting, title, withScreen, deviceId, consent }: Given) => {
      // First of all: browsers allow a screen only right after a press.
      const streams = await soundOf(withScreen, deviceId)
      try {
        signal.throwIfAborted()
        const told = consent && { ...consent, at: new Date().toISOString() }
        // Its day is no part of the title: each page says it in the form of who reads it.
        const own = async () => (await createNote({ title: title.trim() || said.untitled, people: [] })).note
        const recorded = await beginRecording({ meeting: meeting ?? own, consent: told, streams, signal })
        if (!recorded) throw new PageError(said.elsewhere)
        return recorded.id
      } catch (error) {
        stopSound(streams)
        throw asPageError(error)
      }
    },
    onSuccess: (noteId) => {
      void queries.invalidateQueries({ queryKey: ['notes'] })
      void navigate({ to: '/note/$noteId', params: { noteId } })
    },
  })
}

/** @throws {PageError} */
export async function soundOf(withScreen: boolean, deviceId?: string): Promise<MediaStream[]> {
  return askForSound(withScreen, deviceId).catch((error) => {
    throw asPageError(error)
  })
}

export const asPageError = (error: unknown) =>
  error instanceof SoundError ? new PageError(said.noSound[error.trouble], { cause: error }) : error
