/**
 * Compares the embedded writer's summary with a human one by ROUGE-1, 2 and L (F1).
 * The baselines are the first sentences of the meeting and random ones, cut to the same number of words.
 */
import { readdir, readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { l as rougeL, n as rougeN } from 'js-rouge'
import { memberName, readTurns, type Segment, type Source } from '../scripts/demo/transcript.ts'
import { writeEmbedded } from '../server/making/engines/embedded/write-embedded.ts'
import type { WrittenNotes } from '../server/making/engines/shared/engines.ts'
import { OperatorError } from '../server/platform/errors.ts'
import { printTable } from './print-table.ts'

const seeds = 20

/** ROUGE-1, ROUGE-2, ROUGE-L. */
type Scores = [number, number, number]
/** Every second meeting of a domain was used for developing the writer; the others were held out. */
type Meeting = { domain: string; heldOut: boolean; human: string; written: string; sentences: string[]; words: number }

/** @param folder  has `meetings/*.json`, each with its human summary */
export async function printRouge(folder: string): Promise<void> {
  const meetings = await readMeetings(join(folder, 'meetings'))
  const contestants: [string, (meeting: Meeting) => Scores][] = [
    ['embedded writer', ({ human, written }) => score(written, human)],
    ['first sentences', (meeting) => score(opening(meeting.sentences, meeting.words), meeting.human)],
    ['random sentences', meanOverSeeds],
  ]
  const groups: [string, Meeting[]][] = [
    ['tuned on', meetings.filter(({ heldOut }) => !heldOut)],
    ['held out', meetings.filter(({ heldOut }) => heldOut)],
    ['all', meetings],
    ...[...Map.groupBy(meetings, ({ domain }) => domain)],
  ]
  const rows = groups.flatMap(([group, members]) =>
    contestants.map(([name, contest]) => {
      const words = mean(members.map((meeting) => meeting.words)).toFixed(0)
      const scores = meanOf(members.map(contest)).map((value) => (100 * value).toFixed(1))
      return [`${group} (${members.length})`, name, words, ...scores]
    }),
  )
  printTable(['meetings', 'summary', 'words', 'ROUGE-1', 'ROUGE-2', 'ROUGE-L'], rows)
}

async function readMeetings(folder: string): Promise<Meeting[]> {
  const entries = await readdir(folder).catch(() => {
    throw new OperatorError(
      `The meetings are missing: put them, as .json files, into ${resolve(folder)}, or name the folder that holds meetings/: npm run bench -- notes FOLDER.`,
    )
  })
  const names = entries.filter((name) => name.endsWith('.json')).sort()
  const sources = await Promise.all(
    names.map(async (name) => JSON.parse(await readFile(join(folder, name), 'utf8')) as Source),
  )
  const domains = Map.groupBy(sources, ({ domain }) => domain)
  return [...domains.values()].flatMap((members) => members.map((source, index) => prepare(source, index % 2 === 1)))
}

/** Removes the marks of the transcribers. Times are computed with 150 words a minute, because the source has none. */
function prepare(source: Source, heldOut: boolean): Meeting {
  const segments = readTurns(source, source.domain === 'committee' ? memberName : (label) => label)
  const transcript = { language_code: 'en', speech_segments: segments }
  const notes = writeEmbedded({ title: source.id, startedAt: null, transcript, people: [] })
  const written = summaryOf(notes)
  return {
    domain: source.domain,
    heldOut,
    human: source.summary,
    written,
    sentences: segments.flatMap(sentencesOf),
    words: wordsOf(written).length,
  }
}

/** The moments of a summary, one after the other. */
function summaryOf({ sections }: WrittenNotes): string {
  const summary = sections.find(({ title }) => title === 'Summary')
  return summary?.content ?? (summary?.items ?? []).map(({ text }) => text).join(' ')
}

const splitter = new Intl.Segmenter('en', { granularity: 'sentence' })

const sentencesOf = ({ text }: Segment): string[] => [...splitter.segment(text)].map(({ segment }) => segment.trim())

const wordsOf = (text: string) => text.split(/\s+/).filter((word) => word !== '')

const opening = (sentences: string[], words: number) => wordsOf(sentences.join(' ')).slice(0, words).join(' ')

function meanOverSeeds({ sentences, words, human }: Meeting): Scores {
  return meanOf(Array.from({ length: seeds }, (_, seed) => score(opening(shuffle(sentences, seed + 1), words), human)))
}

/** Fisher and Yates' shuffle by Marsaglia's generator: the same order for the same seed. */
function shuffle<Value>(list: Value[], seed: number): Value[] {
  const shuffled = [...list]
  let state = seed * 2_654_435_761
  for (let last = shuffled.length - 1; last > 0; last--) {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    const index = (state >>> 0) % (last + 1)
    ;[shuffled[last], shuffled[index]] = [shuffled[index]!, shuffled[last]!]
  }
  return shuffled
}

/** Words in lower case without punctuation, unstemmed; L over the summary as one sequence, as first defined. */
function score(candidate: string, human: string): Scores {
  const tokenizer = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
  return [
    rougeN(candidate, human, { n: 1, tokenizer }),
    rougeN(candidate, human, { n: 2, tokenizer }),
    rougeL(candidate, human, { tokenizer, segmenter: (text) => [text] }),
  ]
}

const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
const meanOf = (all: Scores[]): Scores => [0, 1, 2].map((index) => mean(all.map((scores) => scores[index]!))) as Scores
