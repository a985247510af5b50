/**
 * The stages of an upload before the last one. Media are fetched if their address is still stored; each other stage
 * runs if its result is missing.
 */

import { sharerOf } from '../../people/caller/caller.ts'
import type { Context } from '../../platform/context/context.ts'
import type { DiskReserve } from '../../platform/disk-reserve.ts'
import type { UploadSourceRow } from '../../platform/postgres/tables.ts'
import type { NoteWriter, OnProgress, Transcriber } from '../engines/shared/engines.ts'
import { readWriterInput } from '../writing/writer-input.ts'
import { fetchMedia } from './fetch-media.ts'
import type { MediaLimits } from './media-use.ts'
import { readyTranscriber, transcribeMedia } from './transcribe-media.ts'
import type { Source } from './upload-source.ts'

type Part = 'media_file' | 'transcript' | 'written_notes'
export type Found = Partial<
  Pick<UploadSourceRow, 'media_file' | 'media_type' | 'media_name' | 'duration_seconds'> & {
    media_bytes: number
    address: null
    transcript: string
    words: string | null
    written_notes: string
  }
>
export type Stage = {
  /** The column that this stage fills. */
  fills: Part
  /** @throws {EngineError} the reason; `retryable` says whether a retry may help */
  run(
    deps: Pick<Context, 'db' | 'clock' | 'outbound' | 'secretKey' | 'store' | 'threads'> & {
      noteWriter: NoteWriter
      notesLanguage: string
      retryDelaysSeconds: number[]
      mediaTimeoutSeconds: number
      disk: DiskReserve
      limits: MediaLimits
      transcriber: Transcriber | null
    },
    source: Source,
    stopping: AbortSignal,
    onProgress: OnProgress,
  ): Promise<Found>
}

/**
 * Notes of a language model follow the recording (decision 55), except where its transcript is not kept.
 * @returns null if no stage is due
 */
export async function nextStage({ noteWriter }: { noteWriter: NoteWriter }, source: Source): Promise<Stage | null> {
  const { transcript, address, media_file, written_notes, retention } = source
  if (address) return fetch
  // An import of notes alone.
  if (!transcript && !media_file && written_notes) return null
  if (!transcript) return transcribe
  if (written_notes) return null
  const notesFollow = retention === 'standard' && (await noteWriter.usesModel?.())
  return notesFollow ? null : writeNotes
}

const fetch: Stage = {
  fills: 'media_file',
  async run(deps, source, stopping, onProgress) {
    // Throws without a transcriber, so that large media are not downloaded for nothing. Its address may not last as long
    // as an upload waits.
    if (!source.transcript && source.waits === null) await readyTranscriber(deps)
    const { file, bytes, contentType, fileName } = await fetchMedia(deps, source, stopping, onProgress)
    return { media_file: file, media_bytes: bytes, media_type: contentType, media_name: fileName, address: null }
  },
}

const transcribe: Stage = {
  fills: 'transcript',
  run: (deps, source, stopping, onProgress) =>
    transcribeMedia(
      deps,
      source,
      source.facts,
      stopping,
      { onProgress, sharer: sharerOf(source.workspace_id, source.submitted_by) },
      source,
    ),
}

const writeNotes: Stage = {
  fills: 'written_notes',
  async run({ db, noteWriter, notesLanguage, retryDelaysSeconds }, source, stopping, onProgress) {
    const { title, started_at: startedAt, transcript } = source
    const sharer = sharerOf(source.workspace_id, source.submitted_by)
    const input = await readWriterInput({ db, notesLanguage }, source)
    const options = { isLastTry: source.failures >= retryDelaysSeconds.length, onProgress }
    const meeting = { title, startedAt, transcript: transcript!, sharer, workspaceId: source.workspace_id, ...input }
    const notes = await noteWriter.write(meeting, stopping, options)
    return { written_notes: JSON.stringify(notes), duration_seconds: source.duration_seconds }
  },
}
