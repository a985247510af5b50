/** Compares what hits and citations say of a transcript with the transcript: who speaks at their second, and which words. */
import type { World } from './world.ts'

type Segment = { speaker: string; text: string; start_time: number; end_time: number }
type Recording = { id: string; transcript?: { speech_segments: Segment[] } | null }
type Said = { kind: string; recording_id: string | null; speaker: string | null; start_time: number | null }
type Hit = Said & { end_time: number | null; snippet: { text: string; hits: [number, number][] } }
type Citation = Said & { quote: string; url: string }

/** A workspace of a world, as far as it is compared. */
export type TalkWorld = { recordings: Recording[]; api_keys?: object[] }

/**
 * Loads a workspace and asks it: 20 hits of each question, and all citations.
 * @returns how many are of transcripts, and what is wrong in which
 */
export async function compareWithTalk(world: World, workspace: TalkWorld, key: string, questions: string[]) {
  await world.load(workspace)
  const segmentsOf = new Map(workspace.recordings.map(({ id, transcript }) => [id, transcript?.speech_segments ?? []]))
  const from = ({ recording_id, start_time }: Said) => {
    const segments = segmentsOf.get(recording_id!)!
    return segments.slice(segments.findIndex((each) => each.start_time === start_time))
  }
  const compared = { hits: 0, citations: 0, wrong: [] as string[] }
  const isSpoken = ({ kind }: Said) => kind === 'transcript'
  for (const question of questions) {
    const page = { query: question, pagination: { page_size: 20 } }
    const found = await world.post('/api/v1/search', key, page)
    const asked = await world.post('/api/v1/ask', key, { question: question.replace(/-\w+/, '') })
    for (const hit of (found.body.data as Hit[]).filter(isSpoken)) {
      compared.hits++
      const wrong = wrongOfHit(hit, from(hit))
      if (wrong) compared.wrong.push(`${wrong}: ${JSON.stringify(hit)}`)
    }
    for (const citation of (asked.body.citations as Citation[]).filter(isSpoken)) {
      compared.citations++
      const wrong = wrongOfCitation(citation, from(citation))
      if (wrong) compared.wrong.push(`${wrong}: ${JSON.stringify(citation)}`)
    }
  }
  return compared
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
  const last = segments.findLastIndex((each) => each.end_time === end_time)
  const said = segments.slice(0, last + 1).map((each) => oneLine(each.text))
  const end = [...own].slice(-12).join('').split(': ').at(-1)!
  return !said.join(' ').includes(end) && 'end'
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
