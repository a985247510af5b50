/** Turns what the segmentation model found in a window into stretches of one voice each. *Pure.* */
import { hertz } from '../../transcribe/made-formats.ts'
import type { Span } from './cut-pieces.ts'

/** Times in seconds from the start of the window; turns of different speakers may overlap. */
export type SpeakerTurn = { start: number; end: number; speaker: number }

/** In samples of the window. `alone` are the parts in which nobody else speaks. */
export type Stretch = Span & { alone: Span[] }

const frame = hertz / 100

/** Where people speak at once, the stretch is of the louder. */
export function voiceStretches(turns: SpeakerTurn[], samples: Float32Array): Stretch[] {
  const present = Array.from({ length: Math.ceil(samples.length / frame) }, () => new Set<number>())
  for (const { start, end, speaker } of turns) {
    const last = Math.min(present.length, Math.round(end * 100))
    for (let index = Math.max(0, Math.round(start * 100)); index < last; index++) present[index]!.add(speaker)
  }
  const loudness = loudnessAlone(present, samples)
  const louder = (one: number, other: number) => ((loudness.get(other) ?? 0) > (loudness.get(one) ?? 0) ? other : one)
  const stretches: (Stretch & { speaker: number })[] = []
  for (const [index, speakers] of present.entries()) {
    if (speakers.size === 0) continue
    const speaker = [...speakers].reduce(louder)
    const [from, to] = [index * frame, Math.min(samples.length, (index + 1) * frame)]
    if (stretches.at(-1)?.speaker !== speaker || stretches.at(-1)!.to !== from) {
      stretches.push({ from, to, alone: [], speaker })
    }
    const last = stretches.at(-1)!
    last.to = to
    if (speakers.size === 1) extend(last.alone, from, to)
  }
  return stretches.map(({ from, to, alone }) => ({ from, to, alone }))
}

function extend(spans: Span[], from: number, to: number): void {
  const last = spans.at(-1)
  if (last?.to === from) last.to = to
  else spans.push({ from, to })
}

/** The mean energy of each speaker where nobody else speaks. */
function loudnessAlone(present: Set<number>[], samples: Float32Array): Map<number, number> {
  const found = new Map<number, { energy: number; count: number }>()
  for (const [index, speakers] of present.entries()) {
    if (speakers.size !== 1) continue
    const speaker = [...speakers][0]!
    const sum = found.get(speaker) ?? { energy: 0, count: 0 }
    for (const sample of samples.subarray(index * frame, (index + 1) * frame)) sum.energy += sample * sample
    found.set(speaker, { energy: sum.energy, count: sum.count + frame })
  }
  return new Map([...found].map(([speaker, { energy, count }]) => [speaker, energy / count]))
}
