/** Addresses of the console's pages that results link to. *Pure.* */

export const noteUrl = (origin: string, noteId: string) => `${origin}/note/${noteId}`

/** @param seconds  where playback begins, from the start of the recording */
export function recapUrl(origin: string, recordingId: string, seconds: number | null = null): string {
  return `${origin}/recap/${recordingId}${seconds === null ? '' : `?t=${Math.floor(seconds)}`}`
}

/** An action item is shown in its note, or in the list of items. */
export const itemUrl = (origin: string, noteId: string | null) =>
  noteId === null ? `${origin}/items` : noteUrl(origin, noteId)
