/**
 * `npm run bench -- ask [QUESTIONS]`: the time to the first word of an answer without the model's own, and what the model
 * reads and writes. The model is scripted and answers at once with the first line of the first source.
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buildApi } from '../server/app/api.ts'
import { databaseCpuMs } from './database-cpu.ts'
import { printTable } from './print-table.ts'
import { quantile } from './quantile.ts'
import { makeMeetings, questionsOf, readMeetings } from './search-meetings.ts'
import { openBench } from './workspaces.ts'

type Measured = { firstWordMs: number; allMs: number; inCharacters: number; outCharacters: number; cited: boolean }

/** Of English. */
const charactersOfToken = 4

export async function run(args: string[]): Promise<void> {
  const meetings = await readMeetings()
  const model = await openModel()
  Object.assign(process.env, {
    LLM_URL: model.url,
    LLM_KIND: 'openai',
    LLM_MODEL: 'scripted',
    LLM_API_KEY: 'none',
    ASK_PER_PERSON_PER_DAY: '0',
  })
  const base = await openBench()
  const { api, close } = await buildApi(base)
  try {
    const name = await makeMeetings(base, meetings, meetings.length)
    const url = await api.listen({ port: 0, host: '127.0.0.1' })
    const headers = {
      'x-api-key': `mb_all_${name}_0123456789`,
      accept: 'text/event-stream',
      'content-type': 'application/json',
    }
    const ask = async (question: string): Promise<Measured> => {
      model.begin()
      const start = performance.now()
      const answer = await fetch(`${url}/api/v1/ask`, { method: 'POST', headers, body: JSON.stringify({ question }) })
      if (!answer.ok) throw new Error(await answer.text())
      let [text, firstWord] = ['', 0]
      for await (const part of answer.body!.pipeThrough(new TextDecoderStream())) {
        text += part
        if (firstWord === 0 && text.includes('event: ')) firstWord = performance.now()
      }
      const own = model.ownMs()
      return {
        ...model.counted(),
        firstWordMs: firstWord - start - own,
        allMs: performance.now() - start - own,
        cited: text.includes('event: sentence'),
      }
    }
    const all = questionsOf(meetings)
    const count = Number(args[0] ?? 100)
    const questions = Array.from({ length: count }, (_, index) => all[Math.floor((index * all.length) / count)]!.query)
    for (const question of questions.slice(0, 10)) await ask(question)
    const [cpu, database] = [process.cpuUsage(), await databaseCpuMs(base)]
    const measured: Measured[] = []
    for (const question of questions) measured.push(await ask(question))
    const { user, system } = process.cpuUsage(cpu)
    print(measured, (user + system) / 1_000 / count, ((await databaseCpuMs(base)) - database) / count)
  } finally {
    await close()
    await base.close()
    model.close()
  }
}

function print(measured: Measured[], ownCpu: number, databaseCpu: number): void {
  const row = (title: string, values: number[], digits = 0) => [
    title,
    ...[0.5, 0.95].map((share) => quantile(values, share).toFixed(digits)),
  ]
  const tokens = (characters: number) => characters / charactersOfToken
  printTable(
    ['a question', 'p50', 'p95'],
    [
      row(
        'to the first word without the model, ms',
        measured.map(({ firstWordMs }) => firstWordMs),
        1,
      ),
      row(
        'to the end without the model, ms',
        measured.map(({ allMs }) => allMs),
        1,
      ),
      row(
        'tokens that the model reads (four characters each)',
        measured.map(({ inCharacters }) => tokens(inCharacters)),
      ),
      row(
        'tokens that it writes for one sentence',
        measured.map(({ outCharacters }) => tokens(outCharacters)),
      ),
    ],
  )
  const cited = measured.filter(({ cited }) => cited).length
  console.log(`\n${cited} of ${measured.length} had a sentence whose quote was found in its source.`)
  console.log(
    `CPU a question: service ${ownCpu.toFixed(0)} ms (with the scripted model), PostgreSQL ${databaseCpu.toFixed(0)} ms`,
  )
}

/** A back end in the form of chat completions. */
async function openModel() {
  let [ownMs, inCharacters, outCharacters] = [0, 0, 0]
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    const start = performance.now()
    const { messages, stream } = JSON.parse(Buffer.concat(parts).toString())
    const text = answerFrom(messages.at(-1).content)
    inCharacters += messages.reduce((sum: number, { content }: { content: string }) => sum + content.length, 0)
    outCharacters += text.length
    const choice = { index: 0, finish_reason: 'stop' }
    if (stream) {
      response.setHeader('content-type', 'text/event-stream')
      response.write(`data: ${JSON.stringify({ choices: [{ ...choice, delta: { content: text } }] })}\n\n`)
      response.end('data: [DONE]\n\n')
    } else {
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify({ choices: [{ ...choice, message: { role: 'assistant', content: text } }] }))
    }
    ownMs += performance.now() - start
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    begin() {
      ;[ownMs, inCharacters, outCharacters] = [0, 0, 0]
    },
    ownMs: () => ownMs,
    counted: () => ({ inCharacters, outCharacters }),
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}

/** The first line of the first source that has enough words for a quote. */
function answerFrom(prompt: string): string {
  const [, source = ''] = /<source [^>]*>\n([\s\S]*?)\n<\/source>/.exec(prompt) ?? []
  const line = source.split('\n').find((each) => each.split(' ').length > 6) ?? ''
  const quote = line
    .replace(/^[^:]*: /, '')
    .split(' ')
    .slice(0, 12)
    .join(' ')
  const sentences = quote === '' ? [] : [{ text: 'It was said.', source: 1, quote }]
  return JSON.stringify({ sentences, searches: [] })
}
