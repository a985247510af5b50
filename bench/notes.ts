/**
 * `npm run bench -- notes [FOLDER] [--misses]`: how good the notes of the embedded writer are, held against human
 * summaries (`notes-rouge.ts`) and against what a reader found in real meetings (`labels/README.md`).
 * `--misses` also lists what was missed; of the untouched half only figures are printed.
 */
import { OperatorError } from '../server/platform/errors.ts'
import { readLabels } from './notes-labels.ts'
import { printMarks, writeNotesOf } from './notes-marks.ts'
import { missesOf } from './notes-misses.ts'
import { printRouge } from './notes-rouge.ts'

/** @param args  the folder with `meetings/*.json` and `search/meetings.jsonl`, and flags */
export async function run(args: string[]): Promise<void> {
  const { folder, misses } = readArguments(args)
  await printRouge(folder)
  const written = (await readLabels(folder)).map(writeNotesOf)
  console.log()
  printMarks(written)
  if (misses) console.log(written.flatMap(missesOf).join('\n'))
}

function readArguments(args: string[]): { folder: string; misses: boolean } {
  const unknown = args.find((arg) => arg.startsWith('-') && arg !== '--misses')
  if (unknown) throw new OperatorError(`Unknown flag ${unknown}. Usage: npm run bench -- notes [FOLDER] [--misses]`)
  const [folder = '../shared/data'] = args.filter((arg) => arg !== '--misses')
  return { folder, misses: args.includes('--misses') }
}
