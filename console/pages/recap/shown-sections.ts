/** The sections of AI notes that a recap shows: decisions first, and its items once. *Pure.* */
import type { Recording } from '@minutebook/client'

type Notes = NonNullable<Recording['ai_notes']>
export type Section = Notes['sections'][number]

/** @param hasItems  the meeting's current items are shown: those of the notes are left out then */
export const shownSections = ({ sections }: Notes, hasItems: boolean): Section[] =>
  sections
    .filter((section) => !hasItems || !isOfItems(section))
    .toSorted((one, other) => Number(isOfDecisions(other)) - Number(isOfDecisions(one)))

const isOfDecisions = ({ title }: Section) => title === 'Decisions'

/** Only action items have `assignees`, though it may be empty. */
const isOfItems = ({ items = [] }: Section) => items.some(({ assignees }) => assignees !== undefined)
