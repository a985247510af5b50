/** A change of a recap as sentences. */
import type { Change } from '../../api/correct-recording.ts'
import { words } from '../../words/words.ts'

const { history: said } = words.recap

export function sentencesOf(change: Change['change']): string[] {
  const { title, speakers = [], segments = [], segments_left_out, ai_notes, transcript } = change
  return [
    ...(title ? [said.renamed(title.from, title.to)] : []),
    ...speakers.map(({ from, to }) => said.speaker(from, to)),
    ...spokenByOthers(segments),
    ...segments.flatMap(({ text }) => (text ? [said.said(text.from, text.to)] : [])),
    ...(segments_left_out ? [said.moreSegments(segments_left_out)] : []),
    ...(ai_notes ? [said.aiNotes[ai_notes]] : []),
    ...(transcript ? [said.transcript[transcript]] : []),
  ]
}

/** Sentences that somebody else had said, counted by who became whom. */
function spokenByOthers(segments: NonNullable<Change['change']['segments']>): string[] {
  const changed = segments.flatMap(({ speaker }) => speaker ?? [])
  const alike = Map.groupBy(changed, ({ from, to }) => JSON.stringify([from, to]))
  return [...alike.values()].map((all) => said.speakerHere(all[0]!.from, all[0]!.to, all.length))
}
