/** `minutebook models` says what this machine can do with models: by its memory, and by how long a speech model takes here. */
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createTranscriber, llmKindOf, sttKindOf } from '../../making/engines/create.ts'
import { findLanguageModel } from '../../making/engines/local/language/find-language-model.ts'
import { modelsNamed } from '../../making/engines/local/models/catalogue.ts'
import { memoryBytes, recommend } from '../../making/engines/local/models/needs.ts'
import { findSpeech } from '../../making/engines/local/speech/find-speech.ts'
import { hasFfmpeg, onlyThisFile, quiet, run } from '../../making/engines/transcribe/ffmpeg.ts'
import { type Config, modelsFolderOf } from '../../platform/context/config.ts'
import { EngineError } from '../../platform/errors.ts'
import { type Machine, thisMachine } from '../../platform/machine.ts'
import { openScratchSpace } from '../../platform/scratch.ts'

/** People who talk: a part of the demo's sound. */
const sample = fileURLToPath(new URL('../../../demo/media/price', import.meta.url))
/** Seconds of sound. Of a second of it only what every recording costs is heard: opening the models. */
const [short, long] = [1, 10]
const longestMs = 90_000

/** @returns sentences; nothing that lacks is an error */
export async function describeMachine(config: Config, signal: AbortSignal, machine = thisMachine()): Promise<string[]> {
  return [
    `This machine has ${machine.cores} ${machine.cores === 1 ? 'core' : 'cores'} and ${gigabytes(machine.memoryBytes)} of memory.`,
    await speechSentence(config, signal, machine),
    await notesSentence(config, machine),
  ]
}

async function speechSentence(config: Config, signal: AbortSignal, machine: Machine): Promise<string> {
  const found = await findSpeech(modelsFolderOf(config), config.sttModel)
  const kind = sttKindOf(config, found)
  if (kind !== null && kind !== 'local') return `speech: transcribed by a service (STT_KIND=${kind}).`
  if (!found) return `speech: no model is installed. ${speechAdvice(machine)}`
  const { name } = found.models
  if (!(await hasFfmpeg())) {
    return `speech: ${name} is installed, but nothing can be transcribed without ffmpeg; install it, such as by: apt-get install ffmpeg`
  }
  // Its files are compared by minutebook models verify, and before the first recording.
  const whole = { ...found, verify: async () => [] }
  const { transcribe } = createTranscriber(config, { warn() {} }, async () => whole)!
  return await speedSentence(name, signal, (path, each) =>
    transcribe({ path, bytes: 0, contentType: null, fileName: '' }, noHints, each),
  )
}

const noHints = { languageCode: null, title: '', speakers: [], agenda: '', glossary: [] }

/**
 * @param transcribe    hears the sound of a file
 * @param milliseconds  of any clock
 */
export async function speedSentence(
  model: string,
  signal: AbortSignal,
  transcribe: (path: string, signal: AbortSignal) => Promise<unknown>,
  { milliseconds = performance.now.bind(performance), longest = AbortSignal.timeout(longestMs) } = {},
): Promise<string> {
  const either = AbortSignal.any([signal, longest])
  await using scratch = await openScratchSpace.open(0)
  const secondsFor = async (length: number) => {
    const path = join(scratch.folder, `${length}.wav`)
    await run('ffmpeg', [...quiet, ...onlyThisFile, '-i', `file:${sample}`, '-t', String(length), path], 60, either)
    const begin = milliseconds()
    await transcribe(path, either)
    return (milliseconds() - begin) / 1_000
  }
  try {
    const opening = await secondsFor(short)
    const whole = await secondsFor(long)
    const perSecond = Math.max(0, whole - opening) / (long - short)
    return `speech: 1 hour of sound takes about ${lengthOf(3_600 * perSecond)} on this machine (${model}, measured with ${long} s of sound).`
  } catch (error) {
    signal.throwIfAborted()
    if (longest.aborted) {
      return `speech: ${long} s of sound took more than ${longestMs / 1_000} s with ${model}: this machine is too slow for it, or too busy.`
    }
    if (!(error instanceof EngineError)) throw error
    return `speech: ${model} is installed, and could not be tried: ${error.message}.`
  }
}

function speechAdvice({ memoryBytes }: Machine): string {
  const { speech } = recommend(memoryBytes)
  const service = 'A transcription service needs no memory here: docs/operate/transcription.md'
  if (speech === null) return `${needOf('speech-small')}, more than this machine has. ${service}`
  const what =
    speech === 'speech' ? 'speech (25 languages)' : 'speech-small (English; for speech it has too little memory)'
  return `Recommended: ${what}. ${needOf(speech)} while it transcribes: npx --no minutebook models add ${speech}`
}

async function notesSentence(config: Config, { memoryBytes }: Machine): Promise<string> {
  const found = await findLanguageModel(modelsFolderOf(config), config.llmModel)
  const kind = llmKindOf(config, found)
  if (kind === 'local') return `notes: written by ${found!.name}.`
  if (kind !== null) return `notes: written by a service (LLM_KIND=${kind}).`
  const missing = found ? `${found.name} is installed without its library` : 'no language model is installed'
  const { notes } = recommend(memoryBytes)
  const advice = notes
    ? 'this machine has that: see docs/operate/language-model.md'
    : 'this machine has less: a service can write them (LLM_URL), or the embedded writer goes on quoting'
  return `notes: ${missing}. ${needOf('notes')}; ${advice}`
}

const needOf = (set: string) => `It needs about ${gigabytes(memoryBytes(modelsNamed(set)))} of memory`

const gigabytes = (bytes: number) => `${(bytes / 1_000_000_000).toFixed(1)} GB`

function lengthOf(seconds: number): string {
  if (seconds < 90) return `${Math.max(1, Math.round(seconds))} s`
  const minutes = Math.round(seconds / 60)
  return minutes < 90 ? `${minutes} min` : `${(seconds / 3_600).toFixed(1)} h`
}
