/** Converts transcripts and AI notes between the world format and the stored form. The stored form has all fields. *Pure.* */
import { withWords } from '../../../meetings/recordings/transcript/word-times.ts'
import type {
  ProvedSentence,
  RecapFacts,
  RecognisedSpeaker,
  StoredAiNotes,
  StoredTranscript,
  StoredWords,
} from '../../../platform/postgres/column-types.ts'
import { writtenLanguage } from '../../../platform/text.ts'
import { utc } from '../../../platform/time.ts'
import { momentOr } from './read-moment.ts'
import type { Doc } from './schema.ts'

type TranscriptDoc = Doc<'recordings'>['transcript']
type AiNotesDoc = Doc<'recordings'>['ai_notes']
/** Finds the ids of the accounts that a world names. */
type Accounts = { idsOf(names: string[], path: string): string[] }

export function readTranscript(doc: TranscriptDoc): StoredTranscript | null {
  if (!doc) return null
  return {
    language_code: doc.language_code ?? '',
    speech_segments: (doc.speech_segments ?? []).map(({ speaker, text, start_time, end_time, heard }) => ({
      speaker: speaker ?? '',
      text: text ?? '',
      start_time: start_time ?? 0,
      end_time: end_time ?? start_time ?? 0,
      ...(heard != null && { heard }),
    })),
    ...(doc.recognised && { recognised: doc.recognised.map(recognisedBy) }),
  }
}

/** Null if no segment has words. */
export function readWords(doc: TranscriptDoc): StoredWords | null {
  const words = (doc?.speech_segments ?? []).map(
    (segment) =>
      segment.words?.map(({ text, start_time, end_time }): NonNullable<StoredWords[number]>[number] => [
        text,
        start_time,
        end_time,
      ]) ?? null,
  )
  return words.some((each) => each !== null) ? words : null
}

/** @param before  the stored facts: what the file does not name stays, and a null or an empty list ends it */
export function readFacts(
  { participants, consent, notes_language: tag }: Doc<'recordings'>,
  before: RecapFacts = {},
): RecapFacts {
  const [people, told] = [
    participants === undefined
      ? before.participants
      : participants?.map(({ name, email }) => ({ name: name ?? '', email: email ?? '' })),
    consent === undefined
      ? before.consent
      : consent && { text: consent.text, told: consent.told ?? [], at: utc(momentOr(consent.at, new Date(0))) },
  ]
  const notes_language = tag === undefined ? before.notes_language : tag && writtenLanguage(tag)
  return {
    ...(people?.[0] && { participants: people }),
    ...(told && { consent: told }),
    ...(notes_language && { notes_language }),
  }
}

/** @throws {WorldError} an assignee who has no account */
export function readAiNotes(doc: AiNotesDoc, people: Accounts, path: string): StoredAiNotes | null {
  if (!doc) return null
  const sections = (doc.sections ?? []).map(({ title, content, items, sentences }, section) => ({
    title: title ?? '',
    ...(content != null && { content }),
    ...(sentences && { sentences: sentences.map(sentenceOf) }),
    ...(items && {
      items: items.map(({ text, timestamp, assignees, sentences }, item) => ({
        text: text ?? '',
        timestamp: timestamp ?? null,
        ...(assignees && {
          assignees: people.idsOf(assignees.map(refOf), `${path}.sections[${section}].items[${item}].assignees`),
        }),
        ...(sentences && { sentences: sentences.map(sentenceOf) }),
      })),
    }),
  }))
  return {
    markdown: doc.markdown ?? '',
    sections,
    ...(doc.generated_by != null && { generated_by: doc.generated_by }),
    ...(doc.imported && { imported: true as const }),
    ...(doc.usage && { usage: readUsage(doc.usage) }),
  }
}

const sentenceOf = ({
  text,
  segment,
  timestamp,
  quote,
}: Omit<ProvedSentence, 'quote'> & { quote?: string | null }) => ({
  ...{ text, segment, timestamp },
  ...(quote != null && { quote }),
})

const readUsage = ({
  requests,
  input_tokens,
  output_tokens,
  seconds,
  dropped,
}: NonNullable<NonNullable<AiNotesDoc>['usage']>) => ({
  requests,
  input_tokens: input_tokens ?? null,
  output_tokens: output_tokens ?? null,
  seconds,
  dropped: dropped ?? 0,
})

/** The people in AI notes, so that one query finds them all. */
export function peopleInAiNotes(doc: AiNotesDoc): string[] {
  const items = (doc?.sections ?? []).flatMap((section) => section.items ?? [])
  return items.flatMap((item) => (item.assignees ?? []).map(refOf))
}

/** Prints only the fields of the format, in its order, because the stored order may differ. */
export function printTranscript(
  { language_code, speech_segments, recognised }: StoredTranscript,
  words: StoredWords | null,
): TranscriptDoc {
  return {
    ...withWords({ language_code, speech_segments }, words),
    ...(recognised && { recognised: recognised.map(recognisedBy) }),
  }
}

const recognisedBy = ({ speaker, before, by }: RecognisedSpeaker): RecognisedSpeaker => ({
  speaker,
  before,
  ...(by && { by }),
})

export function printAiNotes({ markdown, sections, generated_by, imported, usage }: StoredAiNotes): AiNotesDoc {
  return {
    markdown,
    sections: sections.map(({ title, content, items, sentences }) => ({
      title,
      ...(content !== undefined && { content }),
      ...(sentences && { sentences: sentences.map(sentenceOf) }),
      ...(items && {
        items: items.map(({ text, timestamp, assignees, sentences }) => ({
          text,
          timestamp,
          ...(assignees && { assignees }),
          ...(sentences && { sentences: sentences.map(sentenceOf) }),
        })),
      }),
    })),
    ...(generated_by !== undefined && { generated_by }),
    ...(imported && { imported }),
    ...(usage && { usage: readUsage(usage) }),
  }
}

const refOf = (person: string | { id: string }) => (typeof person === 'string' ? person : person.id)
