/** What the history of a recap says of work that has ended, and of what more work would lose. *Pure.* */

/** Of an entry of the history, as the API has it. */
type Entry = {
  change: {
    speakers?: unknown[]
    segments?: unknown[]
    ai_notes?: 'edited' | 'written_anew' | 'failed'
    transcript?: 'transcribed_again' | 'failed'
  }
}

/** As the page says it. */
export type Outcome = 'transcribed' | 'notTranscribed' | 'stopped' | 'written' | 'notWritten'

/**
 * @param changes  newest first
 * @returns null if the history says nothing: the first notes of a recap are no change
 */
export function outcomeOf(ended: 'transcribing' | 'writing', changes: Entry[]): Outcome | null {
  const [newest, second] = changes.map(({ change }) => change)
  const notes = newest?.ai_notes === 'written_anew' ? 'written' : newest?.ai_notes === 'failed' ? 'notWritten' : null
  if (ended === 'writing') return notes
  // The notes may be written by now.
  const transcript = (notes ? second : newest)?.transcript
  return transcript === 'transcribed_again' ? 'transcribed' : transcript === 'failed' ? 'notTranscribed' : 'stopped'
}

/** The corrections by hand that another transcription replaces, as the service counts them. */
export function correctionsOf<Change extends Entry>(changes: Change[]): Change[] {
  const [transcribed, written] = [
    changes.findIndex(({ change }) => change.transcript === 'transcribed_again'),
    changes.findIndex(({ change }) => change.ai_notes === 'written_anew'),
  ].map((index) => (index < 0 ? changes.length : index))
  return changes.filter(
    ({ change }, index) =>
      (index < transcribed! && (change.speakers ?? change.segments)) ||
      (index < written! && change.ai_notes === 'edited'),
  )
}
