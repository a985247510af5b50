/** The note writer that uses a language model. It sends long meetings in stretches, several at the same time. */

import { EngineError } from '../../../platform/errors.ts'
import { FairQueue } from '../../../platform/fair-queue.ts'
import { composeNotes, lastSecond } from '../shared/compose-notes.ts'
import {
  budgetSpent,
  type EngineLog,
  type Meeting,
  type NoteWriter,
  type OnProgress,
  type StoredMeeting,
  UnwritableError,
  type WriteOptions,
  type WrittenNotes,
} from '../shared/engines.ts'
import { reasonOf } from '../shared/request-back-end.ts'
import { cutStretches, packInOrder } from './cut-stretches.ts'
import { type FindModel, type LanguageModel, modelName, TooLongError } from './language-model.ts'
import { type Line, linesOf, printLine } from './lines.ts'
import { mapConcurrently } from './map-concurrently.ts'
import { openMeter } from './meter.ts'
import { findingsOf, ModelAnswer, readModelAnswer } from './model-answer.ts'
import { maxStretchCharacters, notesPrompt, retryPrompt, type TextStretch } from './prompt.ts'
import { claimsOf, type Proved, proveClaims } from './prove-claims.ts'
import { removeDuplicates } from './remove-duplicates.ts'
import type { Message } from './services.ts'

/**
 * Sizes of a request in characters; a token is about four characters. If the model rejects one, the next smaller one is
 * tried.
 */
const requestCharacters = [30_000, 10_000, 4_000]
/** The meeting's smallest share of a request. With very long wishes, a request exceeds its size by 17 % to 33 %. */
const minShare = 0.4

export type WriterSettings = {
  /** Requests for one meeting at the same time. */
  concurrency: number
  /** Meetings at the same time; others wait, and their time does not count yet. */
  meetings: number
  /** The time for the notes of a meeting, for each of its hours. */
  secondsPerHour: number
  /** The time for a short meeting: a model has to load, too. */
  minSeconds: number
}

type Tally = { dropped: number }

/** What is needed to write the notes of one meeting. */
type Writing = WriterSettings & {
  meeting: Meeting
  lines: Line[]
  /** @returns a count, from nothing, of the sentences that the transcript does not prove */
  openTally(): Tally
  ask(messages: Message[], signal: AbortSignal, onProgress: OnProgress): Promise<string>
  signal: AbortSignal
  onProgress: OnProgress
}

/**
 * @param findModel  without a model now, the embedded writer writes
 * @param log        receives the reason if it replaces the model
 */
export function openModelWriter(
  findModel: FindModel,
  settings: WriterSettings,
  embedded: NoteWriter,
  log: EngineLog,
): NoteWriter {
  const queue = new FairQueue({ slots: settings.meetings, maxWaiting: Infinity })
  return {
    usesModel: async () => (await findModel()) !== null,
    async write(stored, signal, options = {}) {
      if (!(await findModel())) return embedded.write(stored, signal)
      if (options.isBudgetSpent) return { ...(await embedded.write(stored, signal)), fallbackReason: budgetSpent }
      await queue.enter({ signal })
      return await writeNow(stored, signal, options).finally(() => queue.leave())
    },
  }

  async function writeNow(
    stored: StoredMeeting,
    signal: AbortSignal,
    { isLastTry = true, replaces = false, onProgress = () => {}, onUsage = async () => {} }: WriteOptions,
  ): Promise<WrittenNotes> {
    const meeting: Meeting = { ...stored, transcript: JSON.parse(stored.transcript) }
    const lines = linesOf(meeting)
    // Once more, as it may have waited for its turn.
    const model = await findModel()
    if (!model || lines.length === 0) return embedded.write(stored, signal)
    const meter = openMeter()
    // Of the last try: those before it, with longer requests, gave no notes.
    let tally: Tally = { dropped: 0 }
    const openTally = () => (tally = { dropped: 0 })
    const seconds = secondsFor(meeting, settings)
    const deadline = AbortSignal.timeout(seconds * 1_000)
    const ask: Writing['ask'] = async (messages, signal, onProgress) => {
      const call = { schema: ModelAnswer, signal, timeoutSeconds: seconds, onRequest: meter.begin, onProgress }
      return meter.count(await model.chat(messages, call))
    }
    try {
      const either = AbortSignal.any([signal, deadline])
      const writing = { ...settings, meeting, lines, openTally, ask, signal: either, onProgress }
      const answer = await writeWithin(requestCharacters, writing)
      return {
        ...composeNotes(findingsOf(answer, meeting, lines), meeting, model.name),
        usage: meter.usage(tally.dropped),
      }
    } catch (thrown) {
      signal.throwIfAborted()
      const error = deadline.aborted ? tooSlow(model, seconds) : thrown
      if (!(error instanceof EngineError)) throw error
      const reason = reasonOf(error)
      if (replaces || (error.retryable && !isLastTry)) {
        log.warn({ model: model.name, reason }, 'The language model wrote no notes')
        throw error
      }
      log.warn({ model: model.name, reason }, 'The embedded writer wrote the notes instead of the model')
      const usage = meter.usage(tally.dropped)
      return { ...(await embedded.write(stored, signal)), usage, fallbackReason: error.message }
    } finally {
      await onUsage(meter.usage(tally.dropped))
    }
  }
}

/** No meeting may keep the others waiting for longer. */
const maxSeconds = 86_400

const secondsFor = (meeting: Meeting, { secondsPerHour, minSeconds }: WriterSettings) =>
  Math.min(maxSeconds, Math.max(minSeconds, Math.ceil((lastSecond(meeting) / 3_600) * secondsPerHour)))

/** A service may have been busy; this machine will not be faster. */
const tooSlow = ({ kind }: LanguageModel, seconds: number) =>
  new EngineError(`${modelName} did not answer within ${seconds} s`, { retryable: kind !== 'local' })

/** @throws {TooLongError} even the shortest stretches are, or a refusal with another reason: they would be the same */
async function writeWithin([max, ...less]: number[], writing: Writing): Promise<ModelAnswer> {
  try {
    return await writeInStretches(max!, writing)
  } catch (error) {
    if (!(error instanceof TooLongError) || less.length === 0) throw error
    const characters = writing.lines.map(printLine).reduce((sum, { length }) => sum + length + 1, 0)
    if (error.isGuess && characters <= roomOf(less[0]!, writing)) throw error
    return writeWithin(less, writing)
  }
}

/** The characters of the meeting that fit into a request. */
const roomOf = (max: number, { meeting }: Writing) => Math.max(max * minShare, maxStretchCharacters(meeting, max))

/**
 * Writes notes for each stretch, then merges the notes until one set is left.
 * @throws {EngineError} the transcript proves nothing of it
 */
async function writeInStretches(max: number, writing: Writing): Promise<ModelAnswer> {
  const { lines, concurrency, signal } = writing
  const tally = writing.openTally()
  const room = roomOf(max, writing)
  const [first, ...rest] = cutStretches(lines.map(printLine), room)
  const begin = addShares(rest.length === 0 ? 1 : rest.length + 2, writing.onProgress)
  const takeNotes = (of: TextStretch['of']) => async (lines: string[], signal: AbortSignal) => {
    const tell = begin()
    const proved = await requestNotes({ lines, of }, max, { ...writing, onProgress: tell }, signal)
    tell(1)
    tally.dropped += proved.dropped
    return proved.answer
  }
  // The first request finds the parameters that the model accepts, so that the others do not try them all.
  let answers = [await takeNotes('transcript')(first!, signal)]
  answers.push(...(await mapConcurrently(rest, concurrency, signal, takeNotes('transcript'))))
  answers = answers.filter(hasClaims)
  while (answers.length > 1) {
    const packs = packInOrder(
      answers.map((answer) => JSON.stringify(answer)),
      room,
    )
    const merge = async (pack: string[], signal: AbortSignal) =>
      pack.length === 1 ? (JSON.parse(pack[0]!) as ModelAnswer) : takeNotes('notes')(pack, signal)
    answers = await mapConcurrently(packs, concurrency, signal, merge)
  }
  if (!answers[0] || !hasClaims(answers[0]))
    throw new UnwritableError(`${modelName} wrote nothing that the meeting proves`)
  return removeDuplicates(answers[0])
}

const hasClaims = (answer: ModelAnswer) => claimsOf(answer).length > 0

/**
 * @param usual  number of requests: a stretch each, and mostly one that merges them
 * @returns a function that begins a request, and returns what receives its share
 */
function addShares(usual: number, onProgress: OnProgress): () => OnProgress {
  const shares: number[] = []
  return () => {
    const index = shares.push(0) - 1
    return (done) => {
      shares[index] = done
      onProgress(shares.reduce((sum, share) => sum + share, 0) / Math.max(usual, shares.length))
    }
  }
}

/**
 * Repeats the request once after a bad answer.
 * @returns what the transcript proves of it
 * @throws {EngineError} both answers were bad; later ones would be too
 */
async function requestNotes(
  stretch: TextStretch,
  max: number,
  { meeting, lines, ask, onProgress }: Writing,
  signal: AbortSignal,
): Promise<Proved> {
  const messages = notesPrompt(stretch, meeting, max)
  const first = await ask(messages, signal, onProgress)
  const answer =
    readModelAnswer(first) ?? readModelAnswer(await ask([...messages, ...retryPrompt(first)], signal, onProgress))
  if (!answer) throw new UnwritableError(`${modelName} did not answer in the form asked for`)
  return proveClaims(answer, lines)
}
