/**
 * `npm run bench -- search [quality | speed [MEETINGS …]]`: how well questions find their answers in 162 real meetings,
 * next to BM25 over the same passages (minisearch), and how long searches take in workspaces of so many meetings.
 */
import MiniSearch from 'minisearch'
import { buildApi } from '../server/app/api.ts'
import type { Base } from '../server/app/base.ts'
import { type Meeting, makeMeetings, type Question, questionsOf, readMeetings } from './search-meetings.ts'
import { measureSpeed } from './search-speed.ts'
import { openBench } from './workspaces.ts'

/** Turns `first` to `last` of a meeting. */
type Hit = { meeting: number; first: number; last: number }
type Finder = (query: string) => Promise<Hit[]>

export async function run(args: string[]): Promise<void> {
  const meetings = await readMeetings()
  const sizes = args.map(Number).filter((size) => size > 0)
  const base = await openBench()
  try {
    if (args.length === 0 || args.includes('quality')) await measureQuality(base, meetings)
    if (args.length === 0 || args.includes('speed'))
      await measureSpeed(base, meetings, sizes.length > 0 ? sizes : undefined)
  } finally {
    await base.close()
  }
}

async function measureQuality(base: Base, meetings: Meeting[]): Promise<void> {
  const name = await makeMeetings(base, meetings, meetings.length)
  const { api, close } = await buildApi(base)
  const questions = questionsOf(meetings)
  const ours: Finder = async (query) => {
    const headers = { 'x-api-key': `mb_all_${name}_0123456789`, host: `${name}.localhost` }
    const payload = { query, filters: { kinds: ['transcript'] }, pagination: { page_size: 10 } }
    const answer = await api.inject({ method: 'POST', url: '/api/v1/search', headers, payload })
    if (answer.statusCode !== 200) throw new Error(answer.body)
    return Promise.all(answer.json().data.map((hit: ApiHit) => passageOf(base, name, hit)))
  }
  const rows = [await judge('minisearch', questions, baseline(meetings)), await judge('Minutebook', questions, ours)]
  await close()
  console.log('\n| | half | MRR@10 | hit@1 | hit@10 | meeting@10 |\n| --- | --- | --- | --- | --- | --- |')
  for (const row of rows.flat()) console.log(row)
}

type ApiHit = { recording_id: string; start_time: number }

/** A hit has the times of its snippet, and what is judged is the passage. */
async function passageOf({ db }: Base, workspace_id: string, { recording_id, start_time }: ApiHit): Promise<Hit> {
  const { start_time: first, end_time } = await db
    .selectFrom('search_passages as passage')
    .innerJoin('search_documents as document', 'document.id', 'passage.document')
    .select(['passage.start_time', 'passage.end_time'])
    .where('document.workspace_id', '=', workspace_id)
    .where('document.recording_id', '=', recording_id)
    .where('passage.kind', '=', 'transcript')
    .where('passage.start_time', '<=', start_time)
    .orderBy('passage.start_time', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  return { meeting: Number(recording_id.slice(2)), first: first!, last: end_time! - 1 }
}

/** Every second meeting is what the constants were tuned on. */
async function judge(name: string, questions: Question[], find: Finder): Promise<string[]> {
  const results: { question: Question; hits: Hit[] }[] = []
  for (const question of questions) results.push({ question, hits: await find(question.query) })
  const halves = { tuned: [0], 'not seen': [1], both: [0, 1] }
  return Object.entries(halves).map(([half, parts]) => {
    const some = results.filter(({ question }) => parts.includes(question.meeting % 2))
    const places = some.map(({ question, hits }) => hits.findIndex((hit) => isRight(question, hit)))
    const share = (count: number) => (count / some.length).toFixed(3)
    const reciprocal = places.reduce((sum, place) => sum + (place < 0 ? 0 : 1 / (place + 1)), 0)
    const first = places.filter((place) => place === 0).length
    const any = places.filter((place) => place >= 0).length
    const meeting = some.filter(({ question, hits }) => hits.some((hit) => hit.meeting === question.meeting)).length
    return `| ${name} | ${half} | ${share(reciprocal)} | ${share(first)} | ${share(any)} | ${share(meeting)} |`
  })
}

function isRight({ meeting, spans }: Question, hit: Hit): boolean {
  return hit.meeting === meeting && spans.some(([first, last]) => hit.first <= last && hit.last >= first)
}

/** BM25 as a library has it: passages of 150 words, light stemming, common words left out. */
function baseline(meetings: Meeting[]): Finder {
  const index = new MiniSearch<Hit & { id: number; text: string }>({
    fields: ['text'],
    storeFields: ['meeting', 'first', 'last'],
    processTerm: (term) => {
      const word = term.toLowerCase()
      return common.has(word) ? null : word.replace(/(ies|es|s|ing|ed|ly)$/, '')
    },
  })
  let id = 0
  for (const [meeting, { turns }] of meetings.entries()) {
    for (let first = 0; first < turns.length; ) {
      let [last, words] = [first, 0]
      for (; last < turns.length && words < 150; last++) words += turns[last]![1].split(/\s+/).length
      const text = turns
        .slice(first, last)
        .map(([, said]) => said)
        .join('\n')
      index.add({ id: id++, text, meeting, first, last: last - 1 })
      first = last
    }
  }
  return async (query) => index.search(query).slice(0, 10) as unknown as Hit[]
}

const common = new Set(
  'a about an and are as at be by did do does for from had has have how i in is it its of on or that the their they this to was we were what when where which who why will with you discuss discussion discussed say said think thought summarize'.split(
    ' ',
  ),
)
