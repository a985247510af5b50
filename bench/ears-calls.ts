/** Builds calls of real voices, each from a seed, with the truth of who speaks when. */
import { writeFile } from 'node:fs/promises'
import { hertz } from '../server/making/engines/transcribe/made-formats.ts'
import { type Actor, cutLines, readLine } from './ears-voices.ts'

/** Mono; one person at the microphone (left) and the others far (right); two at the microphone. */
export type Layout = 'mono' | 'one near' | 'two near'

export type CallPlan = {
  seed: number
  people: number
  layout: Layout
  /** Each person after the first is quieter by as much as this, or less; in dB. */
  quietest: number
  noise: boolean
  telephone: boolean
  seconds: number
}

export type Said = { person: number; start: number; end: number }
/** What is heard: a mono track, or two channels. */
export type Tracks = { left: Float32Array; right: Float32Array | null }
/** `alone` is what would be heard of each person without the others: as loud, and with the same noise. */
export type Call = Tracks & { plan: CallPlan; said: Said[]; alone: Float32Array[] }

/** Nobody else is there. */
export const monologueOf = (seed: number, seconds: number): CallPlan => {
  return { seed, people: 1, layout: 'mono', quietest: 0, noise: false, telephone: false, seconds }
}

/** Mulberry32: the same seed gives the same call. */
export function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

export async function buildCall(plan: CallPlan, actors: Actor[]): Promise<Call> {
  const random = randomFrom(plan.seed)
  const pick = <One>(list: readonly One[]) => list[Math.floor(random() * list.length)]!
  const cast = shuffled(actors, random).slice(0, plan.people)
  const lines = cast.map((actor) => linesOf(actor, random))
  const gains = cast.map((_, person) => (person === 0 ? 1 : 10 ** ((-plan.quietest * random()) / 20)))
  const near = plan.layout === 'two near' ? 2 : 1
  const total = plan.seconds * hertz
  const alone = cast.map(() => new Float32Array(total))
  const said: Said[] = []
  let [at, last] = [0.5 * hertz, -1]
  const waiting = new Set(cast.keys())
  while (at < total) {
    const others = [...cast.keys()].filter((person) => person !== last || plan.people === 1)
    // Everybody speaks before anybody speaks for long.
    const silent = others.filter((person) => waiting.has(person))
    const person = pick(silent.length > 0 && random() < 0.7 ? silent : others)
    const wanted = (1.5 + 6 * random()) * hertz
    let start = at
    for (let spoken = 0; spoken < wanted && start < total; ) {
      const line = await lines[person]!()
      if (start + line.length > total) return finish()
      for (let index = 0; index < line.length; index++) alone[person]![start + index]! += line[index]! * gains[person]!
      said.push({ person, start: start / hertz, end: (start + line.length) / hertz })
      waiting.delete(person)
      spoken += line.length
      start += line.length + Math.round((0.15 + 0.3 * random()) * hertz)
    }
    last = person
    const gap = random() < 0.15 ? -0.4 : 0.2 + 0.6 * random()
    at = Math.max(at + 1, start + Math.round(gap * hertz))
  }
  return finish()

  function finish(): Call {
    const isNear = (person: number) => plan.layout === 'mono' || person < near
    const isFar = (person: number) => !isNear(person)
    const far = plan.layout === 'mono' ? null : alone.filter((_, person) => isFar(person))
    if (plan.telephone) for (const track of far ?? alone) overTelephone(track)
    const noise = plan.noise ? 0.1 * 10 ** (-26 / 20) : 0
    const left = sumOf(
      alone.filter((_, person) => isNear(person)),
      total,
    )
    const right = far && sumOf(far, total)
    for (const track of [left, ...(right ? [right] : []), ...alone]) addNoise(track, noise, random)
    return { plan, said, alone, left, right }
  }
}

function sumOf(tracks: Float32Array[], length: number): Float32Array {
  const sum = new Float32Array(length)
  for (const track of tracks) for (let index = 0; index < length; index++) sum[index]! += track[index]!
  return sum
}

/** The same call as one channel. */
export const asMono = ({ left, right }: Tracks): Tracks => ({
  left: right ? left.map((sample, index) => (sample + right[index]!) / 2) : left,
  right: null,
})

/** A person's lines in a random order, again from the start when all were said. */
function linesOf({ files }: Actor, random: () => number): () => Promise<Float32Array> {
  const order = shuffled(files, random)
  const ready: Float32Array[] = []
  let next = 0
  return async () => {
    while (ready.length === 0) ready.push(...cutLines(await readLine(order[next++ % order.length]!)))
    return ready.shift()!
  }
}

function shuffled<One>(list: readonly One[], random: () => number): One[] {
  return list
    .map((one) => ({ one, at: random() }))
    .sort((one, other) => one.at - other.at)
    .map(({ one }) => one)
}

/** 300 to 3,400 Hz: a high pass and a low pass of the first order, twice each. */
function overTelephone(track: Float32Array): void {
  for (let round = 0; round < 2; round++) {
    let [low, high, before] = [0, 0, 0]
    const [lowShare, highShare] = [1 - Math.exp((-2 * Math.PI * 3_400) / hertz), Math.exp((-2 * Math.PI * 300) / hertz)]
    for (let index = 0; index < track.length; index++) {
      low += lowShare * (track[index]! - low)
      high = highShare * (high + low - before)
      before = low
      track[index] = high
    }
  }
}

function addNoise(track: Float32Array, level: number, random: () => number): void {
  for (let index = 0; index < track.length; index++) track[index]! += level * 3.46 * (random() - 0.5)
}

/** 16 bits. */
export async function writeCall({ left, right }: Tracks, path: string): Promise<void> {
  const tracks = right ? [left, right] : [left]
  const bytes = Buffer.alloc(44 + 2 * tracks.length * left.length)
  bytes.write('RIFF', 0)
  bytes.writeUInt32LE(bytes.length - 8, 4)
  bytes.write('WAVEfmt ', 8)
  bytes.writeUInt32LE(16, 16)
  bytes.writeUInt16LE(1, 20)
  bytes.writeUInt16LE(tracks.length, 22)
  bytes.writeUInt32LE(hertz, 24)
  bytes.writeUInt32LE(hertz * tracks.length * 2, 28)
  bytes.writeUInt16LE(tracks.length * 2, 32)
  bytes.writeUInt16LE(16, 34)
  bytes.write('data', 36)
  bytes.writeUInt32LE(bytes.length - 44, 40)
  for (const [channel, track] of tracks.entries())
    for (let index = 0; index < track.length; index++) {
      const sample = Math.max(-1, Math.min(1, track[index]!))
      bytes.writeInt16LE(Math.round(sample * 32_767), 44 + 2 * (index * tracks.length + channel))
    }
  await writeFile(path, bytes)
}
