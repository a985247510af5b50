/** What a scripted language model answers. */

/** A sentence of notes: the line that proves it, words of that line, and what the notes say. */
export const claim = (text: string, quote: string, line = 0) => ({ line, quote, text })

/** Notes with this summary alone. */
export const notesOf = (...summary: ReturnType<typeof claim>[]) => ({
  summary,
  topics: [],
  decisions: [],
  action_items: [],
  open_questions: [],
  sections: [],
})
