/** Addresses of the pages where people see what a result is about. *Pure.* */

export const noteUrl = (origin: string, noteId: string) => `${origin}/note/${noteId}`

/** @param seconds  the moment where the page begins to play; its start without it */
export function recapUrl(origin: string, recordingId: string, seconds: number | null = null): string {
  return `${origin}/recap/${recordingId}${seconds === null ? '' : `?t=${Math.floor(seconds)}`}`
}

/** An action item is shown in its note, or in the list of items. */
export const itemUrl = (origin: string, noteId: string | null) =>
  noteId === null ? `${origin}/items` : noteUrl(origin, noteId)
