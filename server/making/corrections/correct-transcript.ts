/** Renames speakers and replaces segments of a transcript (decision 46 on corrections). *Pure.* */
import { maxListed, quoted } from '../../meetings/recordings/library/history-limits.ts'
import type { FieldError } from '../../platform/errors.ts'
import type {
  AiNoteChange,
  SegmentChange,
  StoredTranscript,
  StoredWords,
} from '../../platform/postgres/column-types.ts'

export type SpeakerRenames = Record<string, string>
export type SegmentCorrection = { index: number; text?: string | null; speaker?: string | null }

type StoredSegment = StoredTranscript['speech_segments'][number]

export type CorrectedTranscript = {
  /** Null: nothing changes. */
  transcript: StoredTranscript | null
  words: StoredWords | null
  /** The renames that change a name, new names by old ones. */
  renames: Map<string, string>
  change: Pick<AiNoteChange, 'speakers' | 'segments' | 'segments_left_out'>
}

const maxErrors = 100

/**
 * Speakers are renamed first, all at once; then segments get their text and speaker, who may be new.
 * @param words  a segment whose text changes loses its words, and what was heard before terms were put into it
 */
export function correctTranscript(
  { speech_segments, recognised = [], ...transcript }: StoredTranscript,
  words: StoredWords | null,
  { speakers, segments }: { speakers: SpeakerRenames; segments: SegmentCorrection[] },
): CorrectedTranscript {
  const renames = new Map(Object.entries(speakers).filter(([from, to]) => from !== to))
  const renamed = speech_segments.map((segment) => withSpeaker(segment, renames.get(segment.speaker)))
  const changes: SegmentChange[] = []
  const kept = words && [...words]
  for (const { index, text, speaker } of segments.toSorted((one, other) => one.index - other.index)) {
    const before = renamed[index]!
    const after = { ...before, text: text ?? before.text, speaker: speaker ?? before.speaker }
    const change = changeOf(index, before, after)
    if (!change) continue
    changes.push(change)
    const { heard: _, ...written } = after
    renamed[index] = change.text ? written : after
    if (change.text && kept) kept[index] = null
  }
  const isChanged = renames.size > 0 || changes.length > 0
  const left = new Set(renamed.map(({ speaker }) => speaker))
  const stillRecognised = recognised.filter(({ speaker }) => !renames.has(speaker) && left.has(speaker))
  return {
    transcript: isChanged
      ? { ...transcript, speech_segments: renamed, ...(stillRecognised.length > 0 && { recognised: stillRecognised }) }
      : null,
    words: kept?.some((each) => each !== null) ? kept : null,
    renames,
    change: {
      ...(renames.size > 0 && { speakers: [...renames].map(([from, to]) => fromTo(from, to)) }),
      ...(changes.length > 0 && { segments: changes.slice(0, maxListed) }),
      ...(changes.length > maxListed && { segments_left_out: changes.length - maxListed }),
    },
  }
}

/** Finds unknown speakers, unknown segments, and segments that are given twice. */
export function findErrors(
  { speech_segments }: StoredTranscript,
  { speakers, segments }: { speakers: SpeakerRenames; segments: SegmentCorrection[] },
): FieldError[] {
  const known = new Set(speech_segments.map(({ speaker }) => speaker))
  const unknown = Object.keys(speakers)
    .filter((name) => !known.has(name))
    .map((name) => ({ location: `body.speakers.${name}`, message: 'is no speaker of this transcript' }))
  const seen = new Set<number>()
  const wrong = segments.flatMap(({ index }, position) => {
    const location = `body.segments[${position}].index`
    if (index >= speech_segments.length) {
      return [{ location, message: `is beyond the transcript, which has ${speech_segments.length} segments` }]
    }
    if (seen.has(index)) return [{ location, message: 'is given twice' }]
    seen.add(index)
    return []
  })
  return [...unknown, ...wrong].slice(0, maxErrors)
}

const withSpeaker = (segment: StoredSegment, speaker: string | undefined): StoredSegment =>
  speaker === undefined ? segment : { ...segment, speaker }

function changeOf(index: number, before: StoredSegment, after: StoredSegment): SegmentChange | null {
  const text = before.text !== after.text && { text: fromTo(before.text, after.text) }
  const speaker = before.speaker !== after.speaker && { speaker: fromTo(before.speaker, after.speaker) }
  return text || speaker ? { index, ...text, ...speaker } : null
}

const fromTo = (from: string, to: string) => ({ from: quoted(from), to: quoted(to) })
