/**
 * `SPEECH_SAMPLES=FOLDER npm run bench -- glossary`: how many of a hundred spoken terms stand in the transcript, before and
 * after they are put in, and how many of them are put where nobody said them. The voices are those of `espeak-ng` and
 * `flite`, as far as they are installed; the words that nobody said them in are those of real meetings (MEETINGS).
 */
import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { findSpeech } from '../server/making/engines/local/speech/find-speech.ts'
import { openLocalTranscriber } from '../server/making/engines/local/speech/local-transcriber.ts'
import { putTerms } from '../server/making/glossary/put-terms.ts'
import { OperatorError } from '../server/platform/errors.ts'
import type { StoredTranscript } from '../server/platform/postgres/column-types.ts'
import { addSampleModels, missing } from '../test/support/speech-samples.ts'
import { spoken, terms } from './glossary-terms.ts'
import { printTable } from './print-table.ts'

const execute = promisify(execFile)
const { signal } = new AbortController()
const hertz = 16_000
const pauseSeconds = 1
const known = terms.map((term) => ({ term }))
const wanted = new Set(terms.map((term) => term.toLowerCase()))
const countTerms = (text: string) =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => wanted.has(word)).length

const voices: { name: string; speak(text: string, path: string): Promise<unknown> }[] = [
  { name: 'espeak-ng', speak: (text, path) => execute('espeak-ng', ['-v', 'en-us', '-s', '150', '-w', path, text]) },
  { name: 'flite slt', speak: (text, path) => execute('flite', ['-voice', 'slt', '-t', text, '-o', path]) },
  { name: 'flite rms', speak: (text, path) => execute('flite', ['-voice', 'rms', '-t', text, '-o', path]) },
]

export async function run(): Promise<void> {
  if (missing) throw new OperatorError(missing)
  const folder = await mkdtemp(join(tmpdir(), 'minutebook-bench-glossary-'))
  try {
    const rows: string[][] = []
    for (const { name, speak } of voices) {
      const said = await record(folder, speak)
      if (!said) continue
      const heard = await transcribe(folder, said.path)
      const after = putTerms({ transcript: heard, words: null }, known).transcript
      rows.push([name, String(spoken.length), shareOf(said.times, heard), shareOf(said.times, after)])
    }
    printTable(['voice', 'terms', 'in the words as heard', 'with terms put in'], rows)
    console.log()
    await countInvented()
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** All sentences in one file. @returns null if the program of the voice is not installed */
async function record(folder: string, speak: (text: string, path: string) => Promise<unknown>) {
  const [one, path] = [join(folder, 'one.wav'), join(folder, 'all.wav')]
  const sounds: Buffer[] = []
  const times: { term: string; start: number; end: number }[] = []
  let bytes = 0
  for (const { term, text } of spoken) {
    const made = await speak(text, one).catch((error) => (error.code === 'ENOENT' ? null : Promise.reject(error)))
    if (made === null) return null
    const args = ['-v', 'error', '-i', one, '-ar', String(hertz), '-ac', '1', '-f', 's16le', '-']
    const { stdout } = await execute('ffmpeg', args, { encoding: 'buffer', maxBuffer: 10_000_000 })
    const start = bytes / 2 / hertz
    sounds.push(stdout, Buffer.alloc(2 * hertz * pauseSeconds))
    times.push({ term, start, end: start + stdout.length / 2 / hertz })
    bytes += stdout.length + 2 * hertz * pauseSeconds
  }
  await writeFile(join(folder, 'all.raw'), Buffer.concat(sounds))
  await execute('ffmpeg', [
    '-v',
    'error',
    '-y',
    '-f',
    's16le',
    '-ar',
    String(hertz),
    '-ac',
    '1',
    '-i',
    join(folder, 'all.raw'),
    path,
  ])
  return { path, times }
}

async function transcribe(folder: string, path: string): Promise<StoredTranscript> {
  const modelsDir = join(folder, 'models')
  if (!(await findSpeech(modelsDir, '').catch(() => null))) await addSampleModels(modelsDir, signal)
  const limits = { seconds: 7_200, silentSeconds: 600 }
  const transcriber = openLocalTranscriber(
    { findSpeech: () => findSpeech(modelsDir, ''), processes: 1, threads: 1, limits },
    { warn: (details) => console.error(details) },
  )
  const hints = { languageCode: 'en', title: '', speakers: [], agenda: '', glossary: [] }
  const media = { path, bytes: 0, contentType: null, fileName: 'sound' }
  return (await transcriber.transcribe(media, hints, signal)).transcript
}

/** A term counts if it is in a segment of its sentence, in any case. */
function shareOf(times: { term: string; start: number; end: number }[], { speech_segments }: StoredTranscript): string {
  const found = times.filter(({ term, start, end }) =>
    speech_segments.some(
      (segment) =>
        segment.start_time < end + pauseSeconds &&
        segment.end_time > start - pauseSeconds &&
        segment.text
          .toLowerCase()
          .split(/[^\p{L}\p{N}]+/u)
          .includes(term.toLowerCase()),
    ),
  )
  return (found.length / times.length).toFixed(2)
}

/** No term is said in these meetings, but by chance. */
async function countInvented(): Promise<void> {
  const folder = process.env.MEETINGS ?? new URL('../../shared/data/meetings', import.meta.url).pathname
  const names = await readdir(folder).catch(() => [])
  if (names.length === 0) throw new OperatorError(`There are no meetings at ${folder}; name the folder in MEETINGS`)
  const meetings = await Promise.all(names.map(async (name) => JSON.parse(await readFile(join(folder, name), 'utf8'))))
  let [words, invented, seconds] = [0, 0, 0]
  for (const { turns } of meetings as { turns: { speaker: string; text: string }[] }[]) {
    const speech_segments = turns.map((turn, at) => ({ ...turn, start_time: at, end_time: at + 1 }))
    const before = process.cpuUsage()
    const { transcript } = putTerms({ transcript: { language_code: 'en', speech_segments }, words: null }, known)
    const { user, system } = process.cpuUsage(before)
    seconds += (user + system) / 1e6
    words += turns.reduce((sum, { text }) => sum + text.split(/\s+/).length, 0)
    for (const { text, heard } of transcript.speech_segments)
      if (heard !== undefined) invented += Math.max(1, countTerms(text) - countTerms(heard))
  }
  const share = `${((100 * invented) / words).toFixed(3)} %`
  printTable(
    ['meetings', 'words', 'terms put in', 'of the words', 'CPU seconds'],
    [[String(meetings.length), String(words), String(invented), share, seconds.toFixed(1)]],
  )
}
