/**
 * Ten meetings in which 40 decisions are settled in another way later (bench/labels/reversals.txt), and how well proposals
 * say so. `judgeByWords` is a model that knows nothing of the labels.
 */
import { readFile } from 'node:fs/promises'

/** `matter`: null for one that settles nothing that is settled in another way. */
export type PlantedDecision = { meeting: number; text: string; matter: string | null }
/** The texts of the two. */
export type ProposedPair = { newer: string; older: string }

export async function readPlanted(): Promise<PlantedDecision[]> {
  const text = await readFile(new URL('labels/reversals.txt', import.meta.url), 'utf8')
  let meeting = 0
  return text.split('\n').flatMap((line): PlantedDecision[] => {
    if (line.startsWith('#') || line === '') return []
    const [mark, ...rest] = line.split(' ')
    if (mark === '==') meeting = Number(rest[0])
    return mark === '==' ? [] : [{ meeting, text: rest.join(' '), matter: mark === '-' ? null : mark! }]
  })
}

/** The later of two with the same matter reverses the earlier one. */
export function reversalsOf(planted: PlantedDecision[]): ProposedPair[] {
  return planted.flatMap(({ text, matter }, index) => {
    const older = planted.slice(0, index).find((each) => matter !== null && each.matter === matter)
    return older ? [{ newer: text, older: older.text }] : []
  })
}

/** @returns shares of what was proposed that is planted, and of what is planted that was proposed */
export function figuresOf(planted: PlantedDecision[], proposed: ProposedPair[]) {
  const wanted = new Set(reversalsOf(planted).map(({ newer, older }) => `${newer} < ${older}`))
  const right = proposed.filter(({ newer, older }) => wanted.has(`${newer} < ${older}`))
  return { precision: right.length / proposed.length, recall: right.length / wanted.size, proposed: proposed.length }
}

/** A workspace with the meetings, a week apart, and nothing decided. Their notes are `n_1` to `n_10`. */
export function workspaceOfMeetings(id: string, attendees: string[], more: { users: object[]; api_keys: object[] }) {
  const meetings = Array.from({ length: 10 }, (_, index) => {
    const start = new Date(Date.UTC(2026, 0, 5 + 7 * index, 9))
    return { number: index + 1, start: start.toISOString(), end: new Date(start.getTime() + 1_800_000).toISOString() }
  })
  return {
    id,
    subdomain: id.replace('_', '-'),
    name: 'Club',
    plan: 'enterprise',
    ...more,
    series: [{ id: 'se_club', title: 'Weekly' }],
    events: meetings.map(({ number, start, end }) => ({
      guid: `evt_${number}`,
      series: 'se_club',
      title: `Weekly ${number}`,
      start,
      end,
      call_url: `https://meet.test/${number}`,
      organizer_email: attendees[0],
      attendees: attendees.map((email) => ({ email, name: '' })),
    })),
    notes: meetings.map(({ number, start }) => ({
      id: `n_${number}`,
      event: `evt_${number}`,
      series: 'se_club',
      title: `Weekly ${number}`,
      created_at: start,
    })),
  }
}

const emptyWords = new Set(
  'a an the of for to in on at is are be has have we not no only from with and or by out as it than any more'.split(
    ' ',
  ),
)
const wordsOf = (text: string) =>
  new Set(
    (text.toLowerCase().match(/[\p{L}\d]+/gu) ?? [])
      .filter((word) => !emptyWords.has(word))
      .map((word) => word.slice(0, 6)),
  )

/** Words that often say that something is otherwise from now on. */
const signs =
  /\b(?:not|no|instead|from|takes over|in place of|becomes?|falls?|cut|moves?|also|as well|without|ends?|only|until|once|costs?|\d+)\b/i
const amounts = /\b(?:\d+|two|three|four|five|six|seven|eight|nine|ten|half|year|month|week|\p{L}+day)\b/giu
const amountsOf = (text: string) => (text.match(amounts) ?? []).map((each) => each.toLowerCase()).join(' ')

/**
 * Two decisions are about the same matter if they share two thirds of the words of the shorter one; half of them if the new
 * one has a sign of change, or another amount. With all of them they say the same. It reads the prompt and nothing else, and
 * errs: the thresholds are what little can be had of words.
 */
export function judgeByWords(prompt: string): { pairs: object[] } {
  const [, written = ''] = /<new [^>]*>\nDecided: (.*)/.exec(prompt) ?? []
  const own = wordsOf(written)
  const pairs = [...prompt.matchAll(/<earlier number="(\d+)"[^>]*>\nDecided: (.*)/g)].flatMap(([, number, earlier]) => {
    const others = wordsOf(earlier!)
    const shared = [...own].filter((word) => others.has(word)).length
    const [before, after] = [amountsOf(earlier!), amountsOf(written)]
    const changes = signs.test(written) || (before !== '' && after !== '' && before !== after)
    if (shared < 2 || shared / Math.min(own.size, others.size) < (changes ? 0.5 : 0.65)) return []
    const isSame = shared === Math.max(own.size, others.size)
    return [{ earlier: Number(number), earlier_quote: earlier, quote: written, kind: isSame ? 'repeats' : 'replaces' }]
  })
  return { pairs }
}
