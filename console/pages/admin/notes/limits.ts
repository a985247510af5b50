/** The service's limits: characters of texts, counts of lists (server/making/note-templates/schemas.ts). */
export const most = {
  /** Instructions of the workspace, and of a template. */
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
