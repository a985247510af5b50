/** Addresses of the console's pages that results link to. *Pure.* */

export const noteUrl = (origin: string, noteId: string) => `${origin}/note/${noteId}`

/** @param seconds  where playback begins, from the start of the recording */
export function recapUrl(origin: string, recordingId: string, seconds: number | null = null): string {
  return `${origin}/recap/${recordingId}${seconds === null ? '' : `?t=${Math.floor(seconds)}`}`
}

/** The moment at which it was made, else its note. */
export const decisionUrl = (
  origin: string,
  { note_id, recording_id, start_time }: { note_id: string; recording_id: string | null; start_time: number | null },
) => (recording_id === null ? noteUrl(origin, note_id) : recapUrl(origin, recording_id, start_time))

/** An action item is shown in its note, or in the list of items: assignees may not see the note. */
export const itemUrl = (origin: string, noteId: string | null, seesNote: boolean) =>
  noteId !== null && seesNote ? noteUrl(origin, noteId) : `${origin}/items`
