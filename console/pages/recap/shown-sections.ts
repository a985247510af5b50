/** The sections of AI notes that a recap shows: its items are shown once. *Pure.* */
import type { Recording } from '@minutebook/client'

type Notes = NonNullable<Recording['ai_notes']>
export type Section = Notes['sections'][number]

/** @param hasItems  the meeting's current items are shown: those of the notes are left out then */
export const shownSections = ({ sections }: Notes, hasItems: boolean): Section[] =>
  sections.filter((section) => !hasItems || !isOfItems(section))

/** Only action items have `assignees`, though it may be empty. */
const isOfItems = ({ items = [] }: Section) => items.some(({ assignees }) => assignees !== undefined)
