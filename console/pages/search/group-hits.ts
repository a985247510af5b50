/** Puts the hits of a meeting together, the best first. *Pure.* */
type Hit = { kind: string; note_id: string | null; recording_id: string | null; action_item_id: string | null }

/** `title` is the hit of the meeting's title, `moments` are all others. */
export type Group<Of extends Hit> = { key: string; title: Of | undefined; moments: Of[] }

export function groupHits<Of extends Hit>(hits: Of[]): Group<Of>[] {
  const byMeeting = Map.groupBy(hits, (hit) => hit.note_id ?? hit.recording_id ?? hit.action_item_id ?? '')
  return [...byMeeting].map(([key, all]) => ({
    key,
    title: all.find(({ kind }) => kind === 'title'),
    moments: all.filter(({ kind }) => kind !== 'title'),
  }))
}
