/** Reads pasted terms: a line each, columns of a table or `term = what is heard, what else is heard`. *Pure.* */
import { most } from './limits.ts'
import { fold, type Term } from './terms.ts'

export type TermProblem = 'term' | 'note' | 'soundsLike' | 'tooMany'

export type ReadTerms = {
  /** Those that the glossary does not have. */
  added: Term[]
  /** How many lines name a term that it has, or that stands further up. */
  known: number
  wrong: { line: number; problem: TermProblem }[]
}

/** @param terms  the glossary */
export function readTerms(text: string, terms: Term[]): ReadTerms {
  const read: ReadTerms = { added: [], known: 0, wrong: [] }
  const seen = new Set(terms.map(({ term }) => fold(term)))
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    if (line.trim() === '') continue
    const term = readLine(line)
    if (seen.has(fold(term.term))) {
      read.known++
      continue
    }
    const problem = problemOf(term) ?? (terms.length + read.added.length === most.terms ? 'tooMany' : null)
    if (problem) read.wrong.push({ line: index + 1, problem })
    else {
      read.added.push(term)
      seen.add(fold(term.term))
    }
  }
  return read
}

function readLine(line: string): Term {
  const [term = '', heard = '', note = ''] = line.includes('\t') ? line.split('\t') : line.split(/\s=\s/)
  const sounds_like = readForms(heard)
  return {
    term: term.trim(),
    ...(sounds_like.length > 0 && { sounds_like }),
    ...(note.trim() !== '' && { note: note.trim() }),
  }
}

/** What is heard in place of a term, with commas between. */
export const readForms = (text: string): string[] =>
  [...new Set(text.split(/[,;]/).map((each) => each.trim()))].filter((each) => each !== '')

/** What the service would refuse. */
export function problemOf({ term, sounds_like = [], note = '' }: Term): TermProblem | null {
  if (term === '' || lengthOf(term) > most.term) return 'term'
  if (sounds_like.length > most.soundsLike || sounds_like.some((each) => lengthOf(each) > most.term))
    return 'soundsLike'
  return lengthOf(note) > most.note ? 'note' : null
}

const lengthOf = (text: string) => [...text].length
