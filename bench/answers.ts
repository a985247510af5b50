/**
 * `npm run bench -- answers`: 100 questions about 22 real meetings (bench/labels/questions.jsonl), asked without a language
 * model and with one. LLM_URL names a real one; otherwise a scripted one knows the facts: it quotes them where it reads them,
 * and adds a sentence with an invented quote. So its answers say what search finds and what the check of quotes lets through.
 */

import { readdir, readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buildApi } from '../server/app/api.ts'
import type { Citation } from '../server/reading/ask/schemas.ts'
import { printTable } from './print-table.ts'
import { type Meeting, makeMeetings } from './search-meetings.ts'
import { openBench } from './workspaces.ts'

/** Each fact in any of its spellings; there are none where no meeting has the answer. */
type Asked = { question: string; meeting: string | null; facts: string[][] }
type Answered = Asked & { answer: string | null; citations: Citation[] }
type Model = { url: string; ask(asked: Asked): void; readsFacts: Map<string, boolean>; close(): void }

const folder = process.env.MEETINGS_FOLDER ?? new URL('../../shared/data/meetings', import.meta.url).pathname
const name = 'answers'
const invented = 'The whole team agreed at once to buy a submarine and sail around the world.'

export async function run(): Promise<void> {
  const meetings = await readMeetings()
  const questions = await readQuestions()
  const { LLM_URL: url } = process.env
  delete process.env.LLM_URL
  const passages = await askAll(meetings, questions, () => {}, {})
  const rows = [judge('passages, no model', meetings, passages)]
  if (url) {
    rows.push(judge('your model', meetings, await askAll(meetings, questions, () => {}, { LLM_URL: url })))
  } else {
    const model = await openModel()
    const scripted = { LLM_URL: model.url, LLM_KIND: 'openai', LLM_MODEL: 'scripted', LLM_API_KEY: 'none' }
    rows.push(judge('a model that knows the facts', meetings, await askAll(meetings, questions, model.ask, scripted)))
    model.close()
    const read = questions.filter(({ question }) => model.readsFacts.get(question)).length
    console.log(`The model read all facts of ${read} of ${questions.filter(hasFacts).length} questions.`)
  }
  printTable(
    [
      '',
      'facts quoted',
      'in the first quote',
      'quotes',
      'not word for word',
      'invented',
      'without answer, and said so',
    ],
    rows,
  )
}

export async function readQuestions(): Promise<Asked[]> {
  const lines = await readFile(new URL('labels/questions.jsonl', import.meta.url), 'utf8')
  return lines
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
}

export async function readMeetings(): Promise<Meeting[]> {
  const files = (await readdir(folder)).sort()
  const texts = await Promise.all(files.map((file) => readFile(`${folder}/${file}`, 'utf8')))
  return texts.map((text) => {
    const { id, turns } = JSON.parse(text) as { id: string; turns: { speaker: string; text: string }[] }
    return {
      id,
      topics: [],
      turns: turns.map(({ speaker, text }) => [speaker, text]),
      times: timesOf(turns),
      queries: [],
    }
  })
}

/** The source has none: at 150 words a minute. */
function timesOf(turns: { text: string }[]): number[] {
  const times = [0]
  for (const { text } of turns) times.push(times.at(-1)! + text.split(/\s+/).length / 2.5)
  return times
}

async function askAll(
  meetings: Meeting[],
  questions: Asked[],
  before: (asked: Asked) => void,
  settings: Record<string, string>,
): Promise<Answered[]> {
  Object.assign(process.env, { ASK_PER_PERSON_PER_DAY: '0', ...settings })
  const base = await openBench()
  await makeMeetings(base, meetings, meetings.length, name)
  const { api, close } = await buildApi(base)
  const answered: Answered[] = []
  try {
    for (const asked of questions) {
      before(asked)
      const headers = { 'x-api-key': `mb_all_${name}_0123456789`, host: `${name}.localhost` }
      const payload = { question: asked.question }
      const { statusCode, body } = await api.inject({ method: 'POST', url: '/api/v1/ask', headers, payload })
      if (statusCode !== 200) throw new Error(body)
      answered.push({ ...asked, ...JSON.parse(body) })
    }
  } finally {
    await close()
    await base.close()
  }
  return answered
}

const hasFacts = ({ facts }: Asked) => facts.length > 0
const plain = (text: string) => text.toLowerCase().replace(/\s+/g, ' ')
const has = (text: string, facts: string[][]) =>
  facts.every((spellings) => spellings.some((each) => text.includes(plain(each))))

function judge(title: string, meetings: Meeting[], all: Answered[]): string[] {
  const spoken = new Map(
    meetings.map(({ turns }, index) => [
      `r_${index}`,
      turns
        .map(([, text]) => text)
        .join(' ')
        .replace(/\s+/g, ' '),
    ]),
  )
  const quoted = ({ citations, facts, meeting }: Answered, most?: number) => {
    const own = citations
      .slice(0, most)
      .filter(({ recording_id }) => recording_id === `r_${meetings.findIndex(({ id }) => id === meeting)}`)
    return has(plain(own.map(({ quote }) => quote).join(' ')), facts)
  }
  const answerable = all.filter(hasFacts)
  const citations = all.flatMap(({ citations }) => citations)
  const isSpoken = ({ quote, recording_id }: Citation) =>
    spoken.get(recording_id!)?.includes(quote.replace(/\s+/g, ' '))
  const rest = all.filter((asked) => !hasFacts(asked))
  return [
    title,
    `${answerable.filter((each) => quoted(each)).length} of ${answerable.length}`,
    `${answerable.filter((each) => quoted(each, 1)).length}`,
    `${citations.length}`,
    `${citations.filter((citation) => citation.kind === 'transcript' && !isSpoken(citation)).length}`,
    `${all.filter(({ answer }) => answer?.includes('submarine')).length}`,
    `${rest.filter(({ answer, citations }) => answer !== null && citations.length === 0).length} of ${rest.length}`,
  ]
}

/** In the form of chat completions. */
async function openModel(): Promise<Model> {
  let current: Asked = { question: '', meeting: null, facts: [] }
  const readsFacts = new Map<string, boolean>()
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    const prompt: string = JSON.parse(Buffer.concat(parts).toString()).messages.at(-1).content
    if (hasFacts(current)) readsFacts.set(current.question, has(plain(prompt), current.facts))
    const content = JSON.stringify({ sentences: quote(prompt, current), searches: [] })
    response.setHeader('content-type', 'text/event-stream')
    const choices = [{ index: 0, finish_reason: 'stop', delta: { content } }]
    response.end(`data: ${JSON.stringify({ choices })}\n\ndata: [DONE]\n\n`)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    ask: (asked) => {
      current = asked
    },
    readsFacts,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}

/** The line of each fact, and an invented one. */
function quote(prompt: string, { facts }: Asked): object[] {
  const sources = [...prompt.matchAll(/<source [^>]*>\n([\s\S]*?)\n<\/source>/g)].map(([, text]) => text!.split('\n'))
  const sentences = facts.flatMap((spellings) => {
    for (const [index, lines] of sources.entries()) {
      for (const line of lines) {
        const at = Math.max(...spellings.map((spelling) => plain(line).indexOf(plain(spelling))))
        if (at >= 0) return [{ text: 'This was said.', source: index + 1, quote: around(plain(line), at) }]
      }
    }
    return []
  })
  return [...sentences, { text: 'They bought a submarine.', source: 1, quote: invented }]
}

/** Whole words, without the name of the speaker. */
const around = (line: string, at: number) =>
  line
    .slice(0, at + 90)
    .replace(/ \S*$/, '')
    .slice(Math.max(line.indexOf(': ') + 2, line.lastIndexOf(' ', Math.max(0, at - 20)) + 1))
