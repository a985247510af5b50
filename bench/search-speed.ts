/** How long searches take in 1,000 and in 10,000 meetings, for a super admin and for a person who sees a tenth. */
import { sql } from 'kysely'
import pg from 'pg'
import { buildApi } from '../server/api.ts'
import type { Base } from '../server/base.ts'
import { asSuperuser } from '../server/embedded-postgres/role.ts'
import { quantile } from './quantile.ts'
import { type Meeting, makeMeetings, questionsOf } from './search-meetings.ts'

const [small, large] = [1_000, 10_000]
const each = 60
const callers = { 'super admin': 'all', 'sees a tenth': 'some' }

/** Goals for the large workspace, in milliseconds. */
const goals = { p50: 40, p95: 200, growth: 2.5 }

export async function measureSpeed(base: Base, meetings: Meeting[]): Promise<void> {
  const names = [await makeMeetings(base, meetings, small), await makeMeetings(base, meetings, large)]
  const client = new pg.Client({ connectionString: asSuperuser(base.databaseUrl) })
  await client.connect()
  await client.query('vacuum analyze')
  await client.end()
  await printDisk(base)
  const { api, close } = await buildApi(base)
  const ask = async (name: string, caller: string, query: string): Promise<number> => {
    const headers = { 'x-api-key': `mb_${caller}_${name}_0123456789`, host: `${name}.localhost` }
    const start = performance.now()
    const { statusCode, body } = await api.inject({
      method: 'POST',
      url: '/api/v1/search',
      headers,
      payload: { query },
    })
    if (statusCode !== 200) throw new Error(body)
    return performance.now() - start
  }
  console.log(`\n| query | caller | ${small}: p50 ms | p95 ms | ${large}: p50 ms | p95 ms | goals |`)
  console.log('| --- | --- | --- | --- | --- | --- | --- |')
  for (const [kind, queries] of Object.entries(queriesOf(meetings))) {
    for (const [title, caller] of Object.entries(callers)) {
      const times: number[][] = []
      for (const name of names) {
        for (const query of queries.slice(0, 10)) await ask(name, caller, query)
        const some = []
        for (const query of queries) some.push(await ask(name, caller, query))
        times.push(some)
      }
      const [few, many] = times as [number[], number[]]
      const isMet =
        quantile(many, 0.5) <= goals.p50 &&
        quantile(many, 0.95) <= goals.p95 &&
        quantile(many, 0.5) <= goals.growth * quantile(few, 0.5)
      const cells = [quantile(few, 0.5), quantile(few, 0.95), quantile(many, 0.5), quantile(many, 0.95)].map((time) =>
        time.toFixed(1),
      )
      console.log(`| ${[kind, title, ...cells, isMet ? 'met' : 'MISSED'].join(' | ')} |`)
    }
  }
  await close()
}

function queriesOf(meetings: Meeting[]): Record<string, string[]> {
  const questions = questionsOf(meetings).map(({ query }) => query)
  const words = meetings.map(
    ({ turns }) =>
      turns
        .map(([, text]) => text)
        .join(' ')
        .toLowerCase()
        .match(/\p{L}{4,}/gu) ?? [],
  )
  const having = new Map<string, number>()
  for (const some of words) for (const word of new Set(some)) having.set(word, (having.get(word) ?? 0) + 1)
  const inOrder = [...having].sort(([, one], [, other]) => other - one).map(([word]) => word)
  const rare = inOrder.filter((word) => having.get(word) === 1)
  const phrases = words.map((some) => `"${some.slice(200, 203).join(' ')}"`)
  const spread = (all: string[]) =>
    Array.from({ length: each }, (_, index) => all[Math.floor((index * all.length) / each)]!)
  return {
    question: spread(questions),
    'a rare word': spread(rare),
    'a frequent word': inOrder.slice(0, each),
    'a phrase': spread(phrases),
  }
}

async function printDisk({ db }: Base): Promise<void> {
  const { rows } = await sql<{ bytes: number; words: number }>`
    select (select sum(pg_total_relation_size(oid))::float from pg_class where relname in
        ('search_documents', 'search_passages', 'search_words')) as bytes,
      (select sum(array_length(regexp_split_to_array(text, '\\s+'), 1))::float from search_passages tablesample system (1)) * 100 as words`.execute(
    db,
  )
  const { bytes, words } = rows[0]!
  console.log(`The index has ${(bytes / words).toFixed(1)} bytes a word`)
}
