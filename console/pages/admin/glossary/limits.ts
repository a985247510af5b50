/** The service's limits: counts of lists, characters of texts (server/making/glossary/schemas.ts). */
export const most = { terms: 2_000, term: 80, soundsLike: 5, note: 300 }
