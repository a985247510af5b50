/** Chooses the template for the notes of a meeting. *Pure.* */

import type { StoredNoteTemplates } from '../../platform/postgres/column-types.ts'
import { foldCase } from '../../platform/text.ts'

export type Template = StoredNoteTemplates['templates'][number]
/** `templateId` is what the uploader chose. */
export type Chosen = { templateId: string | null; seriesId: string | null; title: string }

/** The uploader's choice, else that of the series, else the first whose text is in the title, else the default. */
export function chooseTemplate(templates: Template[], { templateId, seriesId, title }: Chosen): Template | null {
  const folded = foldCase(title)
  return (
    templates.find(({ id }) => id === templateId) ??
    templates.find(({ series_ids }) => seriesId !== null && series_ids.includes(seriesId)) ??
    templates.find(({ title_contains: part }) => part !== null && folded.includes(foldCase(part))) ??
    templates.find(({ is_default }) => is_default) ??
    null
  )
}
