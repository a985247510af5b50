/** The sections of AI notes that a recap shows: decisions first, and what stands beside them once. *Pure.* */
import type { Recording } from '@minutebook/client'

type Notes = NonNullable<Recording['ai_notes']>
export type Section = Notes['sections'][number]

/** What the page shows beside the notes, as it is now: that of the notes is left out then. */
export type Beside = { hasItems: boolean; hasDecisions: boolean; hasMarks: boolean }

export const shownSections = ({ sections }: Notes, { hasItems, hasDecisions, hasMarks }: Beside): Section[] =>
  sections
    .filter((section) => !(hasItems && isOfItems(section)) && !(hasDecisions && isOfDecisions(section)))
    .filter((section) => !(hasMarks && isOfMarks(section)))
    .toSorted((one, other) => Number(isOfDecisions(other)) - Number(isOfDecisions(one)))

export const isOfMarks = ({ title }: Section) => title === 'Marked'

const isOfDecisions = ({ title }: Section) => title === 'Decisions'

/** Only action items have `assignees`, though it may be empty. */
const isOfItems = ({ items = [] }: Section) => items.some(({ assignees }) => assignees !== undefined)
