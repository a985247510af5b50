/** Compares what hits and citations say of a transcript with the transcript: who speaks at their second, and which words. */

type Segment = { speaker: string; text: string; start_time: number; end_time: number }
type Recording = { id: string; transcript?: { speech_segments: Segment[] } | null }
type Said = { kind: string; recording_id: string | null; speaker: string | null; start_time: number | null }
type Hit = Said & { end_time: number | null; snippet: { text: string; hits: [number, number][] } }
type Citation = Said & { quote: string; url: string }

/** `wrong` names what is wrong, a line each. */
export type Comparison = { compared: number; wrong: string[] }

/** @param recordings  as a world has them */
export function openComparison(recordings: Recording[]) {
  const segmentsOf = new Map(recordings.map(({ id, transcript }) => [id, transcript?.speech_segments ?? []]))
  const from = ({ recording_id, start_time }: Said) => {
    const segments = segmentsOf.get(recording_id!)!
    return segments.slice(segments.findIndex((each) => each.start_time === start_time))
  }
  return {
    hits: (hits: Hit[]) => compare(hits, (hit) => wrongOfHit(hit, from(hit))),
    citations: (citations: Citation[]) => compare(citations, (citation) => wrongOfCitation(citation, from(citation))),
  }
}

function compare<Each extends Said>(all: Each[], wrongOf: (each: Each) => string | false): Comparison {
  const spoken = all.filter(({ kind }) => kind === 'transcript')
  const wrong = spoken.flatMap((each) => {
    const reason = wrongOf(each)
    return reason ? [`${reason}: ${JSON.stringify(each)}`] : []
  })
  return { compared: spoken.length, wrong }
}

/** @param segments  from the moment that the hit names */
function wrongOfHit({ speaker, end_time, snippet: { text, hits } }: Hit, segments: Segment[]): string | false {
  const [first] = segments
  if (speaker !== (first!.speaker || null)) return 'speaker'
  // Where several speak, each is named before their words.
  const head = /^…/.exec(text)?.[0] ?? ''
  const label = text.slice(head.length).startsWith(`${speaker ?? '?'}: `) ? `${speaker ?? '?'}: ` : ''
  const own = text.slice(head.length + label.length).replace(/…$/, '')
  const at = commonStart(own, oneLine(first!.text))
  if (at === null) return 'words'
  const left = [...oneLine(first!.text).slice(at)].length + [...(head + label)].length
  if (hits.length > 0 && hits[0]![1] > left) return 'mark'
  const last = segments.findLast(({ end_time: end }) => end === end_time)
  const end = [...own].slice(-12).join('')
  return !last ||
    !oneLine(
      segments
        .slice(0, segments.indexOf(last) + 1)
        .map(({ text }) => text)
        .join(' '),
    ).includes(end.split(': ').at(-1)!)
    ? 'end'
    : false
}

function wrongOfCitation({ speaker, start_time, quote, url }: Citation, segments: Segment[]): string | false {
  const [first] = segments
  if (speaker !== (first!.speaker || null)) return 'speaker'
  const others = segments.findIndex((each) => each.speaker !== first!.speaker)
  const own = segments.slice(0, others < 0 ? segments.length : others).map((each) => oneLine(each.text))
  const at = own.join(' ').indexOf(quote)
  if (at < 0 || at > own[0]!.length) return 'words'
  return !url.endsWith(`?t=${Math.floor(start_time!)}`) && 'link'
}

const oneLine = (text: string) => text.replaceAll('\n', ' ')

/** @returns where the shown words begin in those of the segment: they go on to its end, or end in it; null for nowhere */
function commonStart(shown: string, segment: string): number | null {
  for (let at = 0; at < segment.length; at++) {
    const rest = segment.slice(at)
    if (shown.startsWith(rest) || (shown !== '' && rest.startsWith(shown))) return at
  }
  return null
}
