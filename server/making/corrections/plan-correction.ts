/** Computes all changes to a recording and its action items before the first write (decision 46 on corrections). *Pure.* */
import { isDeepStrictEqual } from 'node:util'
import type { FieldError } from '../../platform/errors.ts'
import type {
  AiNoteChange,
  Participant,
  StoredAiNotes,
  StoredTranscript,
  StoredWords,
} from '../../platform/postgres/column-types.ts'
import { isUnnamed } from '../engines/transcribe/join-parts.ts'
import { correctTranscript, findErrors, type SegmentCorrection, type SpeakerRenames } from './correct-transcript.ts'
import { editNotes, forgetQuotes, type NamedPerson, renameInNotes } from './edit-notes.ts'
import { renamer, TooLongError } from './rename-in-text.ts'

export type Correction = {
  title: string | null
  speakers: SpeakerRenames
  segments: SegmentCorrection[]
  markdown: string | null
}

/** The stored recording, and the other data in which speakers are renamed. */
export type Correctable = {
  title: string
  /** Transcript and words are stored JSON; null if the transcript is not corrected. */
  transcript: string | null
  words: string | null
  aiNotes: StoredAiNotes | null
  participants: Participant[]
  people: NamedPerson[]
  /** Action items without assignees. */
  items: { id: string; text: string }[]
  /** Speakers of the note's other recordings. */
  speakersElsewhere: string[]
}

/** Only what changes; other fields are absent. `words` is null if no words are left. */
export type CorrectionPlan = {
  title?: string
  transcript?: string
  words?: string | null
  aiNotes?: StoredAiNotes
  participants?: Participant[]
  items: { id: string; text: string }[]
  change: AiNoteChange
}

/** In characters. No notes are longer; a day of speech has a shorter transcript. */
export const maxNotes = 200_000
export const maxTranscript = 16_777_216
const maxItem = 10_000

/** @returns the plan, or what is wrong with the request */
export function planCorrection(from: Correctable, wanted: Correction): CorrectionPlan | { errors: FieldError[] } {
  const plan: CorrectionPlan = { items: [], change: {} }
  try {
    if (from.transcript !== null) {
      const errors = planTranscript(plan, from as Correctable & { transcript: string }, wanted)
      if (errors.length > 0) return { errors }
    }
  } catch (error) {
    if (error instanceof TooLongError) return errorAt('body.speakers', `with these names the AI notes ${error.message}`)
    throw error
  }
  if (wanted.markdown !== null && wanted.markdown !== from.aiNotes?.markdown) {
    plan.aiNotes = editNotes(from.aiNotes, wanted.markdown, from.people)
    plan.change.ai_notes = 'edited'
  }
  const notes = plan.aiNotes ?? from.aiNotes
  if (notes && plan.transcript !== undefined) {
    const left = forgetQuotes(notes, (JSON.parse(plan.transcript) as StoredTranscript).speech_segments)
    if (!isDeepStrictEqual(left, notes)) plan.aiNotes = left
  }
  if (wanted.title !== null && wanted.title !== from.title) {
    plan.title = wanted.title
    plan.change.title = { from: from.title, to: wanted.title }
  }
  return plan
}

function planTranscript(
  plan: CorrectionPlan,
  from: Correctable & { transcript: string },
  wanted: Correction,
): FieldError[] {
  const stored: StoredTranscript = JSON.parse(from.transcript)
  const words: StoredWords | null = from.words === null ? null : JSON.parse(from.words)
  const errors = findErrors(stored, wanted)
  if (errors.length > 0) return errors
  const corrected = correctTranscript(stored, words, wanted)
  if (!corrected.transcript) return []
  const transcript = JSON.stringify(corrected.transcript)
  if (transcript.length > Math.max(maxTranscript, from.transcript.length)) {
    const location = wanted.segments.length > 0 ? 'body.segments' : 'body.speakers'
    return [{ location, message: `would make a transcript of more than ${maxTranscript} characters` }]
  }
  plan.transcript = transcript
  if (!isDeepStrictEqual(corrected.words, words)) plan.words = corrected.words && JSON.stringify(corrected.words)
  plan.change = corrected.change
  followNames(plan, from, corrected.renames, stored)
  return []
}

/** @throws {TooLongError} for AI notes */
function followNames(plan: CorrectionPlan, from: Correctable, renames: Map<string, string>, stored: StoredTranscript) {
  if (renames.size === 0) return
  const people = [...from.people, ...from.participants].map(({ name }) => name)
  const others = new Set([...people, ...stored.speech_segments.map(({ speaker }) => speaker)])
  const rename = renamer(renames, others)
  if (from.aiNotes) {
    const most = Math.max(maxNotes, from.aiNotes.markdown.length)
    const notes = renameInNotes(from.aiNotes, (text) => rename(text, most))
    if (!isDeepStrictEqual(notes, from.aiNotes)) plan.aiNotes = notes
  }
  // In another recording of the meeting the same label may mean another person.
  const elsewhere = new Set(from.speakersElsewhere)
  const ownNames = new Map([...renames].filter(([name]) => !elsewhere.has(name)))
  plan.items = renameInItems(from.items, renamer(ownNames, others))
  const participants = renameParticipants(from, renames)
  if (!isDeepStrictEqual(participants, from.participants)) plan.participants = participants
}

function renameInItems(items: Correctable['items'], rename: ReturnType<typeof renamer>): Correctable['items'] {
  return items.flatMap(({ id, text }) => {
    try {
      const renamed = rename(text, Math.max(maxItem, text.length))
      return renamed === text ? [] : [{ id, text: renamed }]
    } catch (error) {
      // An item that would be too long keeps the old name.
      if (error instanceof TooLongError) return []
      throw error
    }
  })
}

/** A participant with an address keeps their name if the speaker was another person, or nobody knows who it was. */
function renameParticipants({ participants, people }: Correctable, renames: Map<string, string>): Participant[] {
  const taken = new Set([...participants, ...people].map(({ name }) => name))
  return participants.map((participant) => {
    const to = participant.name === '' ? undefined : renames.get(participant.name)
    const isOther = to === undefined || (participant.email !== '' && (taken.has(to) || isUnnamed(to)))
    return isOther ? participant : { ...participant, name: to }
  })
}

const errorAt = (location: string, message: string) => ({ errors: [{ location, message }] })
