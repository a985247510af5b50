/** Reads a document of note templates from a request or a world, and finds contradictions in it. *Pure.* */

import { sectionTitles } from '../../meetings/recordings/library/section-titles.ts'
import type { FieldError } from '../../platform/errors.ts'
import { isId } from '../../platform/id.ts'
import type { StoredNoteTemplates } from '../../platform/postgres/column-types.ts'
import { foldCase, writtenLanguage } from '../../platform/text.ts'
import type { GivenNoteTemplates } from './schemas.ts'

/** Lists may be absent in a world. */
type GivenFields = { [Field in keyof GivenNoteTemplates]?: GivenNoteTemplates[Field] | null }

/** @param nextId  makes the id of a template that has none */
export function readGiven(given: GivenFields, nextId: () => string): StoredNoteTemplates {
  return {
    instructions: given.instructions || null,
    glossary: (given.glossary ?? []).map(({ term, meaning }) => ({ term, meaning: meaning ?? null })),
    templates: (given.templates ?? []).map((each) => ({
      id: each.id ?? nextId(),
      name: each.name,
      instructions: each.instructions || null,
      sections: (each.sections ?? []).map(({ title, instructions }) => ({ title, instructions: instructions ?? null })),
      series_ids: each.series_ids ?? [],
      title_contains: each.title_contains ?? null,
      is_default: each.is_default ?? false,
      // One that is no tag is an error below.
      notes_language: (each.notes_language && writtenLanguage(each.notes_language)) ?? each.notes_language ?? null,
    })),
  }
}

/** Ids must be unique, a series may have only one template, only one may be the default, and languages must be tags. */
export function findContradictions({ templates }: StoredNoteTemplates): FieldError[] {
  const errors: FieldError[] = []
  const [ids, series] = [new Set<string>(), new Set<string>()]
  const defaultIndex = templates.findIndex(({ is_default }) => is_default)
  for (const [index, { id, sections, series_ids, is_default, notes_language }] of templates.entries()) {
    const addError = (field: string, message: string) =>
      errors.push({ location: `templates[${index}].${field}`, message })
    if (!isId(id)) addError('id', 'is a word that cannot be an id')
    if (ids.has(id)) addError('id', 'is that of another template')
    if (is_default && index !== defaultIndex) addError('is_default', 'is true of another template')
    if (notes_language !== null && writtenLanguage(notes_language) === null)
      addError('notes_language', 'must be a language tag such as en or pt-BR')
    ids.add(id)
    for (const [number, each] of series_ids.entries()) {
      if (series.has(each)) addError(`series_ids[${number}]`, 'has a template already')
      series.add(each)
    }
    for (const number of repeatedTitles(sections))
      addError(`sections[${number}].title`, 'is that of another section of the notes')
  }
  return errors
}

function repeatedTitles(sections: { title: string }[]): number[] {
  const titles = new Set(sectionTitles.map(foldCase))
  return sections.flatMap(({ title }, number) => {
    const folded = foldCase(title.trim())
    const isRepeated = titles.has(folded)
    titles.add(folded)
    return isRepeated ? [number] : []
  })
}
