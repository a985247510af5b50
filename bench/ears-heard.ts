/** What was heard of built calls, beside who speaks when: how many speakers, whose time, whose words, and what has none. */
import { join } from 'node:path'
import type { Turn } from '../server/making/engines/local/speech/piece-text.ts'
import { notUnderstood } from '../server/making/engines/shared/not-understood.ts'
import {
  asMono,
  type Call,
  type CallPlan,
  type Layout,
  randomFrom,
  type Said,
  type Tracks,
  writeCall,
} from './ears-calls.ts'

/**
 * `ofOthers` is the share of the time that is given to somebody else, `kept` by voice the share of the words that it has
 * alone, `longest` the longest stretch of speech without words, in seconds.
 */
export type Figures = { speakers: number; ofOthers: number; kept: number[]; longest: number }
/** `mono` has the figures of the same call as one channel; null if it is one. `cpu` is in seconds a minute. */
export type HeardCall = { plan: CallPlan; people: number; cpu: number; own: Figures; mono: Figures | null }

export type Hear = (paths: string[]) => Promise<{ turns: Turn[]; cpuSeconds: number }[]>

const layouts: Layout[] = ['mono', 'one near', 'two near']

/** 1 to 6 people for one or two minutes: mono or stereo, up to 20 dB quieter, in noise, by telephone. */
export function planOf(seed: number): CallPlan {
  const random = randomFrom(seed)
  const people = 1 + Math.floor(6 * random())
  const given = layouts[Math.floor(3 * random())]!
  const layout = people === 1 ? 'mono' : people === 2 && given === 'two near' ? 'one near' : given
  const quietest = [0, 10, 20][Math.floor(3 * random())]!
  const [noise, telephone] = [random() < 0.2, random() < 0.2]
  return { seed, people, layout, quietest, noise, telephone, seconds: 60 + Math.round(60 * random()) }
}

/** @param hear  the turns of recordings, and the processor time that each took */
export async function hearCall(folder: string, call: Call, hear: Hear): Promise<HeardCall> {
  const { plan, said } = call
  const tracks: Tracks[] = [
    call,
    ...call.alone.map((left) => ({ left, right: null })),
    ...(call.right ? [asMono(call)] : []),
  ]
  const paths = tracks.map((_, index) => join(folder, `${plan.seed}-${index}.wav`))
  for (const [index, each] of tracks.entries()) await writeCall(each, paths[index]!)
  const [own, ...others] = await hear(paths)
  const alone = others.slice(0, call.alone.length).map(({ turns }) => turns)
  const mono = call.right ? others.at(-1)! : null
  const people = new Set(said.map(({ person }) => person)).size
  const cpu = (60 * own!.cpuSeconds) / plan.seconds
  const figures = ({ turns }: { turns: Turn[] }) => figuresOf(call, turns, alone)
  return { plan, people, cpu, own: figures(own!), mono: mono && figures(mono) }
}

/** How many speakers are heard in a recording. */
export async function speakersIn(call: Tracks, folder: string, hear: Hear): Promise<number> {
  const path = join(folder, 'one.wav')
  await writeCall(call, path)
  const [heard] = await hear([path])
  return new Set(heard!.turns.map(({ speaker }) => speaker)).size
}

/** A call as a row of a table. */
export function rowOf({ plan, people, cpu, own, mono }: HeardCall): string[] {
  const { seed, layout, quietest, noise, telephone } = plan
  const how = [layout, `-${quietest} dB`, noise && 'noise', telephone && 'telephone'].filter(Boolean).join(', ')
  const figures = (its: Figures | null) => [
    its ? `${its.speakers} of ${people}` : '',
    its ? (100 * its.ofOthers).toFixed(1) : '',
    its ? its.kept.map((share) => (100 * share).toFixed(0)).join(', ') : '',
  ]
  return [String(seed), how, ...figures(own), own.longest.toFixed(1), cpu.toFixed(1), ...figures(mono)]
}

export const columns = [
  ...['call', 'how', 'speakers', 'of others, %', 'words kept, %', 'longest without words, s', 'CPU seconds a minute'],
  ...['speakers as mono', 'of others, %', 'words kept, %'],
]

function figuresOf({ said }: Call, turns: Turn[], alone: Turn[][]): Figures {
  const kept = alone.flatMap((own, person) => {
    const lines = said.filter((line) => line.person === person)
    return shareOf(textIn(own, lines), textIn(turns, lines))
  })
  return {
    speakers: new Set(turns.map(({ speaker }) => speaker)).size,
    ofOthers: shareOfOthers(said, turns),
    kept,
    longest: longestWithout(said, turns),
  }
}

/** What was heard while somebody spoke. */
function textIn(turns: Turn[], lines: Said[]): string {
  const isIn = (at: number) => lines.some(({ start, end }) => start - 0.3 <= at && at <= end + 0.3)
  const tokens = turns.flatMap(({ text, words, start, end }) => {
    if (text === notUnderstood) return []
    return words.length > 0 ? [{ word: ' ', start, end }, ...words] : [{ word: ` ${text}`, start, end }]
  })
  return tokens
    .filter(({ start, end }) => isIn((start + end) / 2))
    .map(({ word }) => word)
    .join('')
}

/**
 * How many letters are heard, compared with those that are heard alone. Not which: in another piece the model hears other
 * words, some of them better, and it knows only one of the languages.
 */
function shareOf(usual: string, its: string): number[] {
  const [all, kept] = [usual, its].map((text) => text.match(/\p{L}/gu)?.length ?? 0) as [number, number]
  return all === 0 ? [] : [Math.min(1, kept / all)]
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

/** The longest stretch of speech in which nothing is heard, and nothing says so; in seconds. */
function longestWithout(said: Said[], turns: Turn[]): number {
  let longest = 0
  for (const { start, end } of said) {
    let silent = 0
    for (let at = start; at < end; at += 0.1) {
      silent = turns.some(({ start, end }) => start - 0.3 <= at && at <= end + 0.3) ? 0 : silent + 0.1
      longest = Math.max(longest, silent)
    }
  }
  return longest
}
