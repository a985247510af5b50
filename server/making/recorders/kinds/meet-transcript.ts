/** Reads a transcript of Google Meet: its entries, with the names of the speakers. *Pure.* */
import { EngineError } from '../../../platform/errors.ts'
import type { TranscriptInput } from '../../uploads/submit-schemas.ts'
import { textOf } from './read-values.ts'
import type { Access } from './recorder-kind.ts'
import { toSegments } from './speech-segments.ts'

type Named = { displayName?: unknown } | null
type Participant = { name?: unknown; signedinUser?: Named; anonymousUser?: Named; phoneUser?: Named }
type Entry = { participant?: unknown; text?: unknown; languageCode?: unknown; startTime?: unknown; endTime?: unknown }

/** @param startedAt  time zero of the transcript; null means the first entry's start @throws {EngineError} */
export async function readMeetTranscript(
  access: Access,
  record: string,
  transcript: string,
  startedAt: string | null,
): Promise<TranscriptInput> {
  const participants = await readAll<Participant>(access, `${record}/participants?pageSize=250`, 'participants')
  const entries = await readAll<Entry>(access, `${transcript}/entries?pageSize=100`, 'transcriptEntries')
  const names = new Map(participants.map((each) => [each.name, nameOf(each)]))
  const spoken = entries.map(({ participant, text, startTime, endTime }) => {
    return { speaker: names.get(participant), text, from: momentOf(startTime), to: momentOf(endTime) }
  })
  return { language_code: languageOf(entries), speech_segments: toSegments(spoken, momentOf(startedAt)) }
}

/** A hundred entries per page: 75,000 segments, the largest number that a transcript may have. */
const maxPages = 750

async function readAll<T>(access: Access, path: string, field: string): Promise<T[]> {
  const all: T[] = []
  for (let pages = 0, token = ''; pages < maxPages; pages++) {
    const page = (await access.read(`${path}${token && `&pageToken=${encodeURIComponent(token)}`}`)) as {
      [field: string]: unknown
    }
    const found = page[field]
    if (Array.isArray(found)) all.push(...found.filter((each) => typeof each === 'object' && each !== null))
    token = textOf(page.nextPageToken) ?? ''
    if (token === '') return all
  }
  throw new EngineError('The transcript is too long', { retryable: false })
}

const nameOf = ({ signedinUser, anonymousUser, phoneUser }: Participant) =>
  (signedinUser ?? anonymousUser ?? phoneUser)?.displayName

/** From the first entry that names a language. */
const languageOf = (entries: Entry[]) => entries.map(({ languageCode }) => textOf(languageCode)).find(Boolean) ?? ''

const momentOf = (value: unknown) => Date.parse(textOf(value) ?? '')
