/** Parses a glossary: a word per line, and after ` = ` its meaning. *Pure.* */

import { most } from './limits.ts'

type Terms = { term: string; meaning: string | null }[]

export const printGlossary = (terms: Terms) =>
  terms.map(({ term, meaning }) => (meaning === null ? term : `${term} = ${meaning}`)).join('\n')

/** @returns the words, and the number of the first line that the service would reject */
export function readGlossary(text: string): { terms: Terms; wrongLine: number | null } {
  const terms: Terms = []
  let wrongLine: number | null = null
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue
    const [term = '', ...rest] = line.trim().split(' = ')
    const meaning = rest.join(' = ').trim()
    const isWrong = term.trim() === '' || [...term].length > most.term || [...meaning].length > most.meaning
    if (isWrong || terms.length === most.terms) wrongLine ??= index + 1
    terms.push({ term: term.trim(), meaning: meaning || null })
  }
  return { terms, wrongLine }
}
