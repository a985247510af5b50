/** Which documents share a bundle. *Pure.* */
import type { Bundle } from './build-rows.ts'
import type { Text } from './read-sources.ts'

/** Recordings that the job joins at least, and at most; and characters of a recording that is not joined. */
export const bundleLimits = { least: 32, most: 64, characters: 400_000 }

/** The recordings of one language together, each other text alone. A search reads whole rows, so long ones stay alone. */
export function bundleTexts(texts: Pick<Text, 'language' | 'source'>[]): Bundle[] {
  const together = Map.groupBy(texts.keys(), (index) => {
    const { source, language } = texts[index]!
    return source.kind === 'recording' && charactersOf(source) <= bundleLimits.characters ? language : index
  })
  return [...together].map(([key, documents]) => ({
    documents,
    language: texts[documents[0]!]!.language,
    is_single: typeof key === 'string' && documents.length === 1,
  }))
}

const charactersOf = ({ transcript, aiNotes }: { transcript: string | null; aiNotes: string | null }) =>
  (transcript?.length ?? 0) + (aiNotes?.length ?? 0)
