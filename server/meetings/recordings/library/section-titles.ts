/** The titles of sections of AI notes that have a meaning. *Pure.* */

/** The section whose items have assignees. */
export const actionItemsTitle = 'Action items'

/** The sections of all notes. */
export const sectionTitles = ['Summary', 'Topics', 'Decisions', actionItemsTitle, 'Open questions']
