/** Notes of labelled meetings by the language model of the settings; printed by `notes.ts`. */
import { writeFile } from 'node:fs/promises'
import { createLanguageModel, createNoteWriter } from '../server/making/engines/create.ts'
import { findLanguageModel } from '../server/making/engines/local/language/find-language-model.ts'
import type { WrittenNotes } from '../server/making/engines/shared/engines.ts'
import { modelsFolderOf, readConfig } from '../server/platform/context/config.ts'
import { OperatorError } from '../server/platform/errors.ts'
import { Threads } from '../server/platform/threads.ts'
import type { LabelledMeeting } from './notes-labels.ts'
import { type Marked, markNotes, printMarks } from './notes-marks.ts'
import { printTable } from './print-table.ts'

/** Prints the figures meeting by meeting, because a model of this machine takes minutes for each. */
export async function printModelNotes(meetings: LabelledMeeting[], claimsFile: string | null): Promise<Marked[]> {
  const config = readConfig(process.env)
  const findModel = createLanguageModel(config, () => findLanguageModel(modelsFolderOf(config), config.llmModel))
  const model = await findModel()
  if (!model) throw new OperatorError('There is no language model: set LLM_URL, or MODELS_DIR with one for notes.')
  const log = { warn: (details: object, message: string) => console.error(message, details), error: console.error }
  await using threads = new Threads(log)
  const writer = createNoteWriter(config, findModel, { log, threads })
  const marked: Marked[] = []
  const claims: object[] = []
  for (const labelled of meetings) {
    const { transcript, ...meeting } = labelled.meeting
    const stored = { ...meeting, transcript: JSON.stringify(transcript) }
    const notes = await writer.write(stored, new AbortController().signal)
    marked.push(markNotes(labelled, notes))
    claims.push(...claimsOf(labelled.id, notes))
    const { dropped = 0, seconds = 0, input_tokens, output_tokens } = notes.usage ?? {}
    const printed = claimsOf(labelled.id, notes).length
    printTable(
      ['meeting', 'written by', 'sentences', 'left out', 'seconds', 'tokens read', 'tokens written'],
      [
        [labelled.id, notes.generatedBy, printed, dropped, seconds, input_tokens ?? '–', output_tokens ?? '–'].map(
          String,
        ),
      ],
    )
    if (claimsFile !== null) await writeFile(claimsFile, claims.map((claim) => `${JSON.stringify(claim)}\n`).join(''))
  }
  printMarks(marked)
  return marked
}

/** Each sentence with what proves it, for somebody who judges it by the transcript alone. */
const claimsOf = (meeting: string, { sections }: WrittenNotes) =>
  sections.flatMap(({ title, sentences = [], items = [] }) =>
    [...sentences, ...items.flatMap((item) => item.sentences ?? [])].map((sentence) => ({
      ...{ meeting, section: title },
      ...sentence,
    })),
  )
