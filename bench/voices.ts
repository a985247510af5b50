/**
 * `SPEECH_SAMPLES=FOLDER npm run bench -- voices`: how often a speaker gets no name by their voice, and how often the name
 * of somebody else, over likeness and margin. Everybody of one half of a recording gives their voice; each is then heard in
 * all other halves, as a whole, for five seconds, and by telephone.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { bestMatch, type KnownVoice } from '../server/making/voices/recognise-speakers.ts'
import { likeness } from '../server/making/voices/vectors.ts'
import { OperatorError } from '../server/platform/errors.ts'
import { addSampleModels, missing } from '../test/support/speech-samples.ts'
import { printTable } from './print-table.ts'
import { type Heard, type How, hearAll, synthesized } from './voices-heard.ts'

export async function run(): Promise<void> {
  if (missing) throw new OperatorError(missing)
  const folder = await mkdtemp(join(tmpdir(), 'minutebook-bench-voices-'))
  try {
    await addSampleModels(folder, new AbortController().signal)
    const heard = await hearAll(folder)
    printLikenesses(heard)
    console.log()
    printErrors(heard)
  } finally {
    await rm(folder, { recursive: true })
  }
}

function printLikenesses(heard: Heard[]): void {
  const row = (what: string, isOne: (known: Heard, other: Heard) => boolean) => {
    const pairs = givenOf(heard).flatMap((known) =>
      heard.filter((other) => isElsewhere(known, other) && isOne(known, other)).map((other) => [known, other] as const),
    )
    const found = pairs.map(([one, other]) => likeness(one.vector, other.vector)).sort((one, other) => one - other)
    const at = (share: number) => found[Math.round(share * (found.length - 1))]!.toFixed(2)
    return [what, String(found.length), at(0), at(0.02), at(0.5), at(0.98), at(1)]
  }
  const same = (how: How) => (one: Heard, other: Heard) => one.voice === other.voice && other.how === how
  const areSynthesized = (...voices: Heard[]) => voices.filter(({ voice }) => voice.startsWith(synthesized)).length
  printTable(
    ['pairs of', 'pairs', 'lowest', '2 %', 'middle', '98 %', 'highest'],
    [
      row('one voice, other half', same('half')),
      row('one voice, five seconds', same('five seconds')),
      row('one voice, by telephone', same('telephone')),
      row('the reader, in each way', (one, other) => one.voice === other.voice && areSynthesized(one) === 0),
      row('two synthesized voices', (one, other) => one.voice !== other.voice && areSynthesized(one, other) === 2),
      row('the reader and a synthesized voice', (one, other) => areSynthesized(one, other) === 1),
    ],
  )
}

/** Voices are given in whole halves. */
const givenOf = (heard: Heard[]) => heard.filter(({ how }) => how === 'half')
const isElsewhere = (known: Heard, other: Heard) => known.recording !== other.recording || known.half !== other.half

function printErrors(heard: Heard[]): void {
  const rows: string[][] = []
  for (const percent of [40, 50, 60, 70, 74, 76, 78, 80, 82, 86, 90]) {
    for (const margin of [0, 0.1, 0.2]) {
      const limits = { invited: percent / 100, others: percent / 100, margin }
      const nameOf = (speaker: Heard, known: Heard[]) => bestMatch(speaker.vector, known.map(asKnown), limits)?.name
      rows.push([(percent / 100).toFixed(2), margin.toFixed(1), ...errorsOf(heard, nameOf)])
    }
  }
  printTable(['likeness', 'margin', 'no name', 'wrong: one voice known', 'wrong: four known', 'wrong: all known'], rows)
}

const asKnown = ({ voice, vector }: Heard): KnownVoice => ({ name: voice, isInvited: false, vector })

/** A stranger is a speaker whose own voice is not known. */
function errorsOf(heard: Heard[], nameOf: (speaker: Heard, known: Heard[]) => string | undefined): string[] {
  const none = { of: 0, wrong: 0 }
  const [missed, alone, strange, known] = [{ ...none }, { ...none }, { ...none }, { ...none }]
  const count = (errors: typeof none, isWrong: boolean) => {
    errors.of++
    if (isWrong) errors.wrong++
  }
  for (const given of workspaces(heard)) {
    for (const speaker of heard) {
      const own = given.find(({ voice }) => voice === speaker.voice)!
      if (!isElsewhere(own, speaker)) continue
      const others = given.filter((each) => each !== own)
      for (const other of others) count(alone, nameOf(speaker, [other]) !== undefined)
      count(strange, nameOf(speaker, others) !== undefined)
      const name = nameOf(speaker, given)
      count(missed, name === undefined)
      count(known, name !== undefined && name !== speaker.voice)
    }
  }
  return [missed, alone, strange, known].map(({ of, wrong }) => `${((100 * wrong) / of).toFixed(1)} % of ${of}`)
}

/** The people of one half of a meeting, and the reader. */
function workspaces(heard: Heard[]): Heard[][] {
  const given = givenOf(heard)
  const readers = given.filter(({ voice }) => !voice.startsWith(synthesized))
  return [...Map.groupBy(given, ({ recording, half }) => `${recording} ${half}`).values()]
    .filter((people) => people.length > 1)
    .map((people) => [...people, readers[people[0]!.half]!])
}
