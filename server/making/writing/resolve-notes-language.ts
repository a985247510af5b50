/** In which language AI notes are written (decision 71). *Pure.* */

/** What each place says: a tag, or `spoken`; null or '' is nothing. */
export type LanguageWishes = {
  /** What somebody asked for in this recap. */
  recap: string | null
  rule: string | null
  template: string | null
  person: string | null
  workspace: string | null
  /** `NOTES_LANGUAGE`. */
  setting: string
}

/** The nearest counts. @returns a tag; '' for the language of the meeting */
export function resolveNotesLanguage({ recap, rule, template, person, workspace, setting }: LanguageWishes): string {
  const nearest = recap || rule || template || person || workspace || setting
  return nearest === 'spoken' ? '' : nearest
}
