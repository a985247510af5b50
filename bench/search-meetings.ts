/** Real meetings with questions that people asked about them: `../shared/data/search`, or where MEETINGS says. */
import { readFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import type { Base } from '../server/app/base.ts'
import { importWorld } from '../server/keeping/world/import/import-world.ts'
import { indexSome } from '../server/meetings/text-index/index-text.ts'
import { OperatorError } from '../server/platform/errors.ts'
import { systemClock } from '../server/platform/time.ts'

export type Meeting = {
  id: string
  topics: string[]
  turns: [speaker: string, text: string][]
  /** When each turn begins, and the last one ends, in seconds; without them a turn takes a second. */
  times?: number[]
  queries: { query: string; spans: [first: number, last: number][] }[]
}

/** A question and the turns of the meeting that answer it. */
export type Question = { query: string; meeting: number; spans: [first: number, last: number][] }

const usual = new URL('../../shared/data/search/meetings.jsonl', import.meta.url).pathname

export async function readMeetings(): Promise<Meeting[]> {
  const path = process.env.MEETINGS ?? usual
  const text = await readFile(path, 'utf8').catch(() => {
    throw new OperatorError(`There are no meetings at ${path}; name the file in MEETINGS`)
  })
  return text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
}

export const questionsOf = (meetings: Meeting[]): Question[] =>
  meetings.flatMap(({ queries }, meeting) => queries.map(({ query, spans }) => ({ query, spans, meeting })))

/** A second person sees every tenth meeting of the first 10,000: 1,000 in the larger workspaces. */
const isShared = (copy: number) => copy % 10 === 0 && copy < 10_000

/** The meetings as a world; copies have other names. Turns are seconds. */
export function worldOf(subdomain: string, meetings: Meeting[], from: number, to: number): object {
  const copies = Array.from({ length: to - from }, (_, index) => from + index)
  const of = (copy: number) => meetings[copy % meetings.length]!
  const shared = (copy: number) => (isShared(copy) ? [{ user: 'u_some', by: 'u_all' }] : [])
  const at = (copy: number) => new Date(Date.UTC(2024, 0, 1) + copy * 3_600_000).toISOString()
  return {
    version: 1,
    workspaces: [
      {
        id: subdomain,
        subdomain,
        name: subdomain,
        plan: 'enterprise',
        users: [
          { id: 'u_all', email: `all@${subdomain}.test`, full_name: 'All', admin: true },
          { id: 'u_some', email: `some@${subdomain}.test`, full_name: 'Some' },
        ],
        api_keys: [
          { id: 'k_all', user: 'u_all', name: 'all', secret: `mb_all_${subdomain}_0123456789`, super_admin: true },
          { id: 'k_some', user: 'u_some', name: 'some', secret: `mb_some_${subdomain}_0123456789` },
        ],
        notes: copies.map((copy) => ({
          id: `n_${copy}`,
          created_by: 'u_all',
          title: `Meeting ${copy}`,
          shared_with: shared(copy),
          created_at: at(copy),
          updated_at: at(copy),
        })),
        recordings: copies.map((copy) => ({
          id: `r_${copy}`,
          note: `n_${copy}`,
          title: `Meeting ${copy}`,
          shared_with: shared(copy),
          created_at: at(copy),
          updated_at: at(copy),
          transcript: transcriptOf(of(copy), Math.floor(copy / meetings.length)),
        })),
      },
    ],
  }
}

function transcriptOf({ turns, times }: Meeting, copy: number): object {
  return {
    language_code: 'en',
    speech_segments: turns.map(([speaker, text], turn) => ({
      speaker: copy === 0 ? speaker : `${speaker} ${copy}`,
      text,
      start_time: times?.[turn] ?? turn,
      end_time: times?.[turn + 1] ?? turn + 1,
    })),
  }
}

/** Makes a workspace of so many meetings, unless it is there. */
export async function makeMeetings(
  base: Base,
  meetings: Meeting[],
  count: number,
  name = `search${count}`,
): Promise<string> {
  const there = await base.db.selectFrom('workspaces').select('id').where('id', '=', name).execute()
  if (there.length > 0) return name
  const start = performance.now()
  for (let from = 0; from < count; from += meetings.length) {
    const world = worldOf(name, meetings, from, Math.min(count, from + meetings.length))
    await importWorld(base.db, Readable.from([JSON.stringify(world)]), {
      clock: systemClock,
      secretKey: base.secretKey,
    })
  }
  while ((await indexSome(base.db, base.threads)) > 0);
  console.log(`made ${name} in ${Math.round((performance.now() - start) / 1_000)} s`)
  return name
}
