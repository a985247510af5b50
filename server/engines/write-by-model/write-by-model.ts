/** The note writer that uses a language model; it sends long meetings in stretches. */

import { composeNotes } from '../compose-notes.ts'
import { EngineError, type EngineLog, type Meeting, type NoteWriter } from '../engines.ts'
import { type Chat, type LlmService, modelName, openChat, TooLongError } from './chat.ts'
import { findingsOf, ModelAnswer, readModelAnswer } from './model-answer.ts'
import { askAgain, askForNotes, linesOf } from './prompt.ts'

/** Characters of one request; the next smaller size is used if the model rejects it. A token is about four characters. */
const stretchCharacters = [30_000, 10_000, 4_000]

/** @param log  receives the reason if the embedded writer takes over */
export function writerBy(service: LlmService, embedded: NoteWriter, log: EngineLog): NoteWriter {
  const chat = openChat(service, ModelAnswer)
  return {
    async write(stored, signal) {
      const meeting: Meeting = { ...stored, transcript: JSON.parse(stored.transcript) }
      const lines = linesOf(meeting)
      if (lines.length === 0) return embedded.write(stored, signal)
      try {
        const answer = await writeWithin(stretchCharacters, lines, meeting, chat, signal)
        return composeNotes(findingsOf(answer, meeting), meeting, service.model)
      } catch (error) {
        signal.throwIfAborted()
        if (!(error instanceof EngineError)) throw error
        const reason = [error.message, (error.cause as Error | undefined)?.message].filter(Boolean).join(': ')
        log.warn({ model: service.model, reason }, 'The embedded writer wrote the notes instead of the model')
        return embedded.write(stored, signal)
      }
    },
  }
}

async function writeWithin(
  [most, ...less]: number[],
  lines: string[],
  meeting: Meeting,
  chat: Chat,
  signal: AbortSignal,
): Promise<ModelAnswer> {
  try {
    return await writeInStretches(most!, lines, meeting, chat, signal)
  } catch (error) {
    if (!(error instanceof TooLongError)) throw error
    if (less.length === 0) throw new EngineError(`${modelName} reads too little at once`, { retryable: false })
    return writeWithin(less, lines, meeting, chat, signal)
  }
}

/** Writes notes of each stretch, then notes of these notes, until one is left. */
async function writeInStretches(
  most: number,
  lines: string[],
  meeting: Meeting,
  chat: Chat,
  signal: AbortSignal,
): Promise<ModelAnswer> {
  const takeNotes = async (stretches: string[][], of: 'transcript' | 'notes') => {
    const answers: ModelAnswer[] = []
    for (const stretch of stretches) answers.push(await askFor(stretch, of, meeting, chat, signal))
    return answers
  }
  let answers = await takeNotes(packed(lines, most, 1), 'transcript')
  while (answers.length > 1) {
    const notes = answers.map((answer) => JSON.stringify(answer))
    answers = await takeNotes(packed(notes, most, 2), 'notes')
  }
  return answers[0]!
}

/** Repeats the request once after a bad answer. @throws {EngineError} both answers were bad */
async function askFor(
  stretch: string[],
  of: 'transcript' | 'notes',
  meeting: Meeting,
  chat: Chat,
  signal: AbortSignal,
): Promise<ModelAnswer> {
  const messages = askForNotes(stretch, of, meeting)
  const first = await chat(messages, signal)
  const answer = readModelAnswer(first) ?? readModelAnswer(await chat([...messages, ...askAgain(first)], signal))
  if (answer) return answer
  throw new EngineError(`${modelName} did not answer in the form asked for`, { retryable: true })
}

/** Groups texts in order, each group with at most `most` characters but at least `least` texts. */
function packed(texts: string[], most: number, least: number): string[][] {
  const packs: string[][] = []
  let characters = 0
  for (const text of texts) {
    const last = packs.at(-1)
    characters += text.length
    if (last && (characters <= most || last.length < least)) last.push(text)
    else {
      packs.push([text])
      characters = text.length
    }
  }
  return packs
}
