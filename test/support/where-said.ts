/** Compares what hits and citations say of a transcript with the transcript: who speaks at their second, and which words. */
import type { World } from './world.ts'

type Segment = { speaker: string; text: string; start_time: number; end_time: number }
type Recording = { id: string; transcript?: { speech_segments: Segment[] } | null }
type Said = { kind: string; recording_id: string | null; speaker: string | null; start_time: number | null }
type Shown = Pick<Said, 'speaker' | 'start_time'> & {
  end_time: number | null
  snippet: { text: string; hits: [number, number][] }
}
type Hit = Said & Shown
type Citation = Said & { quote: string; url: string }

/** A workspace of a world, as far as it is compared. */
export type TalkWorld = { recordings: Recording[]; api_keys?: object[] }

/** `speaker` is the one whose words are wanted. */
export type Question = { query: string; speaker?: string }

/** The first who speak, asked for by their name, and as the speaker of what they may not have said. */
export function questionsBySpeaker({ recordings }: TalkWorld, most: number): Question[] {
  const names = recordings.flatMap(({ transcript }) => transcript?.speech_segments.map(({ speaker }) => speaker) ?? [])
  const distinct = [...new Set(names)].filter((name) => name !== '')
  return distinct.slice(0, most).flatMap((speaker) => [{ query: speaker }, { query: 'why not', speaker }])
}

/**
 * Loads a workspace and asks it: 20 hits of each question, and all citations.
 * @returns how many are of transcripts, and what is wrong in which
 */
export async function compareWithTalk(world: World, workspace: TalkWorld, key: string, questions: Question[]) {
  await world.load(workspace)
  const segmentsOf = new Map(workspace.recordings.map(({ id, transcript }) => [id, transcript?.speech_segments ?? []]))
  const compared = { hits: 0, citations: 0, wrongHits: [] as string[], wrongCitations: [] as string[] }
  const isSpoken = ({ kind }: Said) => kind === 'transcript'
  for (const { query, speaker } of questions) {
    const filters = speaker === undefined ? {} : { speaker }
    const found = await world.post('/api/v1/search', key, { query, filters, pagination: { page_size: 20 } })
    const asked = await world.post('/api/v1/ask', key, { question: query.replace(/-\w+/, ''), filters })
    const isOther = (said: Said) => speaker !== undefined && said.speaker !== speaker && 'another speaker'
    for (const hit of (found.body.data as Hit[]).filter(isSpoken)) {
      compared.hits++
      const wrong = isOther(hit) || wrongOfHit(hit, segmentsOf.get(hit.recording_id!)!)
      // Others may say the words, where this person speaks.
      const isMarkOfOthers = wrong === 'mark' && speaker !== undefined
      if (wrong && !isMarkOfOthers) compared.wrongHits.push(`${wrong}: ${JSON.stringify(hit)}`)
    }
    for (const citation of (asked.body.citations as Citation[]).filter(isSpoken)) {
      compared.citations++
      const wrong = isOther(citation) || wrongOfCitation(citation, segmentsOf.get(citation.recording_id!)!)
      if (wrong) compared.wrongCitations.push(`${wrong}: ${JSON.stringify(citation)}`)
    }
  }
  return compared
}

/** @returns null if the snippet is what is said from the hit's start to its end, and its first mark is in the first segment */
export function wrongOfHit({ speaker, start_time, end_time, snippet }: Shown, segments: Segment[]): string | null {
  const said = withWords(segments)
  const begins = beginningsOf({ speaker, start_time }, said)
  if (begins.length === 0) return 'speaker or start'
  const ends = said.flatMap((each, at) => (each.end_time === end_time ? [at] : []))
  const parts = begins.flatMap((from) => ends.filter((to) => to >= from).map((to) => said.slice(from, to + 1)))
  if (parts.length === 0) return 'end'
  const heads = parts.map((part) => headOf(snippet.text, part)).filter((head) => head !== null)
  if (heads.length === 0) return 'words'
  const [mark] = snippet.hits
  return !mark || heads.some((head) => mark[1] <= [...head].length) ? null : 'mark'
}

/** @returns what the snippet shows of the first segment; null if it is not these segments, all of them but for the ends */
function headOf(snippet: string, segments: Segment[]): string | null {
  const named = segments.filter(({ speaker }, at) => speaker !== segments[at - 1]?.speaker)
  const labelOf = (segment: Segment) =>
    named.length > 1 && named.includes(segment) ? `${segment.speaker || '?'}: ` : ''
  const [first, ...others] = segments.map((segment) => [labelOf(segment), oneLine(segment.text)] as const)
  const rest = others.map((parts) => ` ${parts.join('')}`)
  for (let at = 0; at < first![1].length; at++) {
    const head = `${at > 0 ? '…' : ''}${first![0]}${first![1].slice(at)}`
    const whole = head + rest.join('')
    const withoutLast = head.length + rest.slice(0, -1).join('').length
    const isCut = snippet.endsWith('…') && whole.startsWith(snippet.slice(0, -1))
    if (snippet === whole || (isCut && (rest.length === 0 || snippet.length - 1 > withoutLast))) return head
  }
  return null
}

function wrongOfCitation({ speaker, start_time, quote, url }: Citation, segments: Segment[]): string | null {
  const said = withWords(segments)
  const begins = beginningsOf({ speaker, start_time }, said)
  if (begins.length === 0) return 'speaker or start'
  const stands = begins.some((from) => {
    const others = said.findIndex((each, at) => at > from && (speaker === null || each.speaker !== speaker))
    const own = said.slice(from, others < 0 ? said.length : others).map(({ text }) => oneLine(text))
    const at = own.join(' ').indexOf(quote)
    return quote !== '' && at >= 0 && at < own[0]!.length
  })
  if (!stands) return 'words'
  return url.endsWith(`?t=${Math.floor(start_time!)}`) ? null : 'link'
}

const withWords = (segments: Segment[]) => segments.filter(({ text }) => text.trim() !== '')
const oneLine = (text: string) => text.replaceAll('\n', ' ')

/** Which segments begin in this second and are of this speaker. */
const beginningsOf = ({ speaker, start_time }: Pick<Said, 'speaker' | 'start_time'>, said: Segment[]) =>
  said.flatMap((each, at) => (each.start_time === start_time && (each.speaker || null) === speaker ? [at] : []))
