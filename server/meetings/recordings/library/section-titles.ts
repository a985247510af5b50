/** The titles of sections of AI notes that have a meaning. *Pure.* */

/** The section whose items have assignees. */
export const actionItemsTitle = 'Action items'

/** The section of what people marked. */
export const markedTitle = 'Marked'

/** What people call it in notes that they wrote, in the languages of the embedded writer. */
const alsoOfItems =
  /^(?:action (?:items?|points?)|actions?|to[- ]?dos?|tasks?|next steps?|follow[- ]?ups?|aufgaben|nächste schritte|maßnahmen|tâches|prochaines étapes|tareas|acciones|próximos pasos|attività|azioni|prossimi passi|taken|actiepunten|tarefas|ações|próximos passos)$/i

/** Whether a section has action items, by its title in any spelling. */
export const isOfActionItems = ({ title }: { title: string }) =>
  alsoOfItems.test(title.replace(/[^\p{L}\p{M}\p{N}-]+/gu, ' ').trim())

/** The sections of all notes. */
export const sectionTitles = ['Summary', 'Topics', 'Decisions', actionItemsTitle, 'Open questions', markedTitle]
