/** Sentences whose completeness was judged by hand, and how far the program's rules agree. @see labels/README.md */
import { readFile } from 'node:fs/promises'
import { isListing, whyIncomplete } from './notes-complete.ts'
import type { Said } from './notes-sentences.ts'
import { printTable } from './print-table.ts'

/** A sentence that a person judged; `printed` if the writer of November 2026 had it in its notes. */
export type Judged = {
  meeting: string
  kind: Said['kind']
  printed: boolean
  sentence: string
  complete: boolean
  why: string
}

export async function readJudged(): Promise<Judged[]> {
  const text = await readFile(new URL('./labels/judged-sentences.jsonl', import.meta.url), 'utf8')
  return text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
}

/** How far the program's rules for completeness can be trusted; lists of key words are left to the hand. */
export function printAgreement(judged: Judged[]): void {
  const rows = judged.map(({ kind, sentence, complete }) => ({ said: { kind, text: sentence }, complete }))
  const compared = rows.filter(({ said }) => !isListing(said))
  const count = (hand: boolean, program: boolean) =>
    compared.filter(({ said, complete }) => complete === hand && (whyIncomplete(said) === null) === program).length
  const [both, handOnly, programOnly, neither] = [
    count(true, true),
    count(true, false),
    count(false, true),
    count(false, false),
  ]
  const agreed = (both + neither) / compared.length
  const chance =
    ((both + handOnly) * (both + programOnly) + (programOnly + neither) * (handOnly + neither)) / compared.length ** 2
  printTable(
    ['sentences judged', 'complete by both', 'only by hand', 'only by program', 'by neither', 'agreement', 'kappa'],
    [
      [
        compared.length,
        both,
        handOnly,
        programOnly,
        neither,
        agreed.toFixed(2),
        ((agreed - chance) / (1 - chance)).toFixed(2),
      ].map(String),
    ],
  )
}
