/**
 * `npm run bench -- notes [FOLDER]`: how good the summaries of the embedded writer are, held against human ones
 * (`notes-rouge.ts`). With `--model[=ID,ID]`: how good the notes of the language model of the settings are, held against
 * what a reader found in real meetings (`labels/README.md`); `--claims=FILE` writes each sentence with what proves it,
 * and `--misses` lists what was missed; of the untouched half only figures are printed.
 */
import { OperatorError } from '../server/platform/errors.ts'
import { readLabels } from './notes-labels.ts'
import { missesOf } from './notes-misses.ts'
import { printModelNotes } from './notes-model.ts'
import { printRouge } from './notes-rouge.ts'

/** @param args  the folder with `meetings/*.json` and `search/meetings.jsonl`, and flags */
export async function run(args: string[]): Promise<void> {
  const { folder, flags } = readArguments(args)
  if (!flags.has('--model')) return printRouge(folder)
  const wanted = flags.get('--model')!
  const meetings = (await readLabels(folder)).filter(({ id }) => wanted === '' || wanted.split(',').includes(id))
  const written = await printModelNotes(meetings, flags.get('--claims') ?? null)
  if (flags.has('--misses')) console.log(written.flatMap(missesOf).join('\n'))
}

const usage = '[FOLDER] [--model[=ID,ID] [--claims=FILE] [--misses]]'
const known = ['--model', '--claims', '--misses']

/** Flags by their name, with what stands behind `=`. */
function readArguments(args: string[]): { folder: string; flags: Map<string, string> } {
  const flags = new Map(args.filter((arg) => arg.startsWith('-')).map((arg) => arg.split(/=(.*)/s) as [string, string]))
  const unknown = [...flags.keys()].find((flag) => !known.includes(flag))
  if (unknown) throw new OperatorError(`Unknown flag ${unknown}. Usage: npm run bench -- notes ${usage}`)
  const [folder = '../shared/data'] = args.filter((arg) => !arg.startsWith('-'))
  return { folder, flags: new Map([...flags].map(([name, value = '']) => [name, value])) }
}
