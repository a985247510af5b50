/** What the service takes of note templates, in characters where they count no things (server/recordings/note-templates/schemas.ts). */
export const most = {
  /** Those of the workspace, and those of a template. */
  instructions: 4_000,
  terms: 500,
  term: 100,
  meaning: 300,
  templates: 50,
  name: 100,
  sections: 12,
  sectionTitle: 100,
  sectionInstructions: 500,
  series: 100,
  titleContains: 255,
}
