/**
 * How long searches take, in workspaces of 1,000 and 10,000 meetings or of the sizes that the arguments name, for a super
 * admin and for a person who sees a tenth, at most 1,000 meetings.
 */
import { sql } from 'kysely'
import pg from 'pg'
import { buildApi } from '../server/app/api.ts'
import type { Base } from '../server/app/base.ts'
import { asSuperuser } from '../server/platform/embedded-postgres/role.ts'
import { databaseCpuMs } from './database-cpu.ts'
import { quantile } from './quantile.ts'
import { type Meeting, makeMeetings, questionsOf } from './search-meetings.ts'

const usualSizes = [1_000, 10_000]
const each = 60
const callers = { 'super admin': 'all', 'sees a tenth, at most 1,000': 'some' }

export async function measureSpeed(base: Base, meetings: Meeting[], sizes = usualSizes): Promise<void> {
  const names = []
  for (const size of sizes) names.push(await makeMeetings(base, meetings, size))
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
  const columns = sizes.map((size) => `${size}: p50 ms | p95 ms | CPU ms: service | PostgreSQL`)
  console.log(`\n| ${['query', 'caller', ...columns].join(' | ')} |`)
  console.log(`| --- | --- |${' ---: | ---: | ---: | ---: |'.repeat(sizes.length)}`)
  for (const [kind, queries] of Object.entries(queriesOf(meetings))) {
    for (const [title, caller] of Object.entries(callers)) {
      const cells: string[] = []
      for (const name of names) {
        for (const query of queries.slice(0, 10)) await ask(name, caller, query)
        const times: number[] = []
        const [own, database] = [process.cpuUsage(), await databaseCpuMs(base)]
        for (const query of queries) times.push(await ask(name, caller, query))
        const { user, system } = process.cpuUsage(own)
        const cpu = [(user + system) / 1_000, (await databaseCpuMs(base)) - database]
        const means = cpu.map((ms) => ms / queries.length)
        cells.push(...[quantile(times, 0.5), quantile(times, 0.95), ...means].map((ms) => ms.toFixed(1)))
      }
      console.log(`| ${[kind, title, ...cells].join(' | ')} |`)
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

/** Of all workspaces together, at 150 words a minute. */
async function printDisk({ db }: Base): Promise<void> {
  const { rows } = await sql<{ name: string; kilobytes: number }>`
    with spoken (hours) as (
      select (select sum(array_length(regexp_split_to_array(text, '\\s+'), 1))::float from search_passages
        tablesample system (10)) * 10 / 9000)
    select relation.relname as name, pg_relation_size(relation.oid) / 1000 / hours as kilobytes
    from spoken, pg_class relation left join pg_index index on index.indexrelid = relation.oid
    where coalesce(index.indrelid, relation.oid) = any('{search_documents,search_passages,search_words}'::regclass[])
    order by kilobytes desc`.execute(db)
  const all = rows.reduce((sum, { kilobytes }) => sum + kilobytes, 0)
  console.log(`\nThe index has ${all.toFixed(0)} kB an hour of talk:`)
  for (const { name, kilobytes } of rows) console.log(`- ${name}: ${kilobytes.toFixed(1)}`)
}
