/** Asks what of a table is imported, and lets a person change its lines. */

import { stdin, stdout } from 'node:process'
import { createInterface } from 'node:readline/promises'
import { readPeople } from '../../../../meeting-import/forms/part.ts'
import type { ImportRow } from '../../../../meeting-import/meetings.ts'
import { findWhen } from '../../../../meeting-import/when.ts'
import { OperatorError } from '../../../platform/errors.ts'
import { printQuestions, printRow } from './print-table.ts'

type Asking = { print(line: string): void; signal: AbortSignal; isTerminal: boolean }

const help =
  'Return imports them. A number changes that line, -NUMBER leaves it out or takes it again, q imports nothing.'

/**
 * @returns the rows to import, none if the person wants none
 * @throws {OperatorError} nobody can be asked
 */
export async function askAboutTable(rows: ImportRow[], { print, signal, isTerminal }: Asking): Promise<ImportRow[]> {
  if (!isTerminal) throw new OperatorError('Nobody can be asked here: add --all to import all of it, or --dry-run.')
  using terminal = createInterface({ input: stdin, output: stdout })
  const out = new Set<ImportRow>()
  print(help)
  for (;;) {
    const chosen = rows.filter((row) => row.knownAs === null && !out.has(row))
    const answer = (await terminal.question(`Import ${chosen.length}? `, { signal })).trim().toLowerCase()
    if (answer === '' || answer === 'y') return chosen
    if (answer === 'q' || answer === 'n') return []
    const row = rows[Math.abs(Number(answer)) - 1]
    if (!row || row.knownAs !== null) print(help)
    else if (answer.startsWith('-')) {
      if (!out.delete(row)) out.add(row)
      print(out.has(row) ? 'It is left out.' : 'It is taken again.')
    } else {
      await change(row, (question) => terminal.question(question, { signal }))
      print(printRow(row, rows.indexOf(row) + 1).join('\n'))
    }
  }
}

/** An empty answer keeps what is there. */
async function change(row: ImportRow, ask: (question: string) => Promise<string>): Promise<void> {
  const { meeting } = row
  const questions = printQuestions(row)
  meeting.title = (await ask(questions.title)).trim() || meeting.title
  const when = findWhen(await ask(questions.start))
  if (when) Object.assign(meeting, { startedAt: when.at.toISOString(), hasTime: when.hasTime })
  const people = await ask(questions.people)
  if (people.trim()) meeting.people = readPeople(people)
  if (questions.joins && /^n/i.test(await ask(questions.joins))) row.joins = null
}
