/** What was heard of built calls, beside who speaks when: how many speakers, whose time, and what has no words. */
import { join } from 'node:path'
import type { Turn } from '../server/making/engines/local/speech/piece-text.ts'
import { buildCall, type Call, type CallPlan, type Layout, randomFrom, type Said, writeCall } from './ears-calls.ts'
import { findActors } from './ears-voices.ts'

const layouts: Layout[] = ['mono', 'one near', 'two near']

/** 1 to 6 people for one or two minutes: mono or stereo, up to 20 dB quieter, in noise, by telephone. */
function planOf(seed: number): CallPlan {
  const random = randomFrom(seed)
  const people = 1 + Math.floor(6 * random())
  const given = layouts[Math.floor(3 * random())]!
  const layout = people === 1 ? 'mono' : people === 2 && given === 'two near' ? 'one near' : given
  const quietest = [0, 10, 20][Math.floor(3 * random())]!
  const [noise, telephone] = [random() < 0.2, random() < 0.2]
  return { seed, people, layout, quietest, noise, telephone, seconds: 60 + Math.round(60 * random()) }
}

/**
 * @param hear  the turns of a recording, and the processor time that they took
 * @returns a row for each call; none without VOICE_SAMPLES
 */
export async function hearCalls(
  folder: string,
  count: number,
  hear: (path: string) => Promise<{ turns: Turn[]; cpuSeconds: number }>,
): Promise<string[][]> {
  const actors = await findActors()
  const rows: string[][] = []
  for (let seed = 1_000; actors.length > 0 && seed < 1_000 + count; seed++) {
    const call = await buildCall(planOf(seed), actors)
    const path = join(folder, `${seed}.wav`)
    await writeCall(call, path)
    rows.push(rowOf(call, await hear(path)))
  }
  return rows
}

function rowOf({ plan, said }: Call, { turns, cpuSeconds }: { turns: Turn[]; cpuSeconds: number }): string[] {
  const { seed, layout, quietest, noise, telephone, seconds } = plan
  const how = [layout, `-${quietest} dB`, noise && 'noise', telephone && 'telephone'].filter(Boolean).join(', ')
  const people = new Set(said.map(({ person }) => person)).size
  const speakers = new Set(turns.map(({ speaker }) => speaker)).size
  const share = 100 * shareOfOthers(said, turns)
  const cpu = (60 * cpuSeconds) / seconds
  return [String(seed), how, `${speakers} of ${people}`, share.toFixed(1), longestWithout(said, turns), cpu.toFixed(1)]
}

type Timed = { start: number; end: number }

const step = 0.01
const covers = (at: number) => (timed: Timed) => timed.start <= at && at < timed.end

/** Of the moments in which one person speaks and one speaker is heard; a speaker is one person, and a person one speaker. */
function shareOfOthers(said: Said[], turns: Turn[]): number {
  const counts = new Map<string, number>()
  for (let at = 0; at < said.at(-1)!.end; at += step) {
    const [persons, heard] = [said.filter(covers(at)), turns.filter(covers(at))]
    if (persons.length !== 1 || heard.length !== 1) continue
    const pair = JSON.stringify([persons[0]!.person, heard[0]!.speaker])
    counts.set(pair, (counts.get(pair) ?? 0) + 1)
  }
  const pairs = [...counts].sort(([, one], [, other]) => other - one)
  const [persons, speakers] = [new Set(), new Set()]
  let [right, all] = [0, 0]
  for (const [pair, count] of pairs) {
    const [person, speaker] = JSON.parse(pair)
    all += count
    if (persons.has(person) || speakers.has(speaker)) continue
    persons.add(person)
    speakers.add(speaker)
    right += count
  }
  return all === 0 ? 0 : 1 - right / all
}

/** The longest stretch of speech in which nothing is heard, in seconds. */
function longestWithout(said: Said[], turns: Turn[]): string {
  let longest = 0
  for (const { start, end } of said) {
    let silent = 0
    for (let at = start; at < end; at += 0.1) {
      silent = turns.some(({ start, end }) => start - 0.3 <= at && at <= end + 0.3) ? 0 : silent + 0.1
      longest = Math.max(longest, silent)
    }
  }
  return longest.toFixed(1)
}
