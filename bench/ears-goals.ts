/** What hearing is asked for, beside what was measured of built calls. *Pure.* */
import type { Figures, HeardCall } from './ears-heard.ts'

export type Goal = { goal: string; measured: string; isMet: boolean }

const [rightShare, othersShare, keptShare, longestSeconds] = [0.8, 0.08, 0.9, 5]
/** What may differ by chance between two readings of the same call. */
const [othersChance, keptChance] = [0.01, 0.05]

/** @param monologues  how many speakers were heard in twenty minutes of each of these voices */
export function goalsOf(calls: HeardCall[], monologues: Map<string, number>): Goal[] {
  const right = calls.filter(({ own, people }) => own.speakers === people).length
  const others = meanOf(calls.map(({ own }) => own.ofOthers))
  const kept = calls.flatMap(({ own }) => own.kept)
  const enough = kept.filter((share) => share >= keptShare).length
  const longest = Math.max(0, ...calls.map(({ own }) => own.longest))
  const stereo = calls.filter(({ mono }) => mono !== null)
  const worse = stereo.filter(isWorse).map(({ plan }) => plan.seed)
  return [
    {
      goal: `the right number of speakers in ${percent(rightShare)} of the calls`,
      measured: `${right} of ${calls.length} (${percent(right / calls.length)})`,
      isMet: right >= rightShare * calls.length,
    },
    {
      goal: `at most ${percent(othersShare)} of the time is given to somebody else`,
      measured: percent(others),
      isMet: others <= othersShare,
    },
    {
      goal: `every voice keeps ${percent(keptShare)} of the words that it has alone`,
      measured: `${enough} of ${kept.length} voices; fewest ${percent(Math.min(...kept))}, on average ${percent(meanOf(kept))}`,
      isMet: enough === kept.length,
    },
    {
      goal: `at most ${longestSeconds} s of speech without words, unless the recap says so`,
      measured: `${longest.toFixed(1)} s`,
      isMet: longest <= longestSeconds,
    },
    {
      goal: 'stereo is not worse than mono',
      measured:
        worse.length === 0 ? `none of ${stereo.length}` : `worse: ${worse.length} of ${stereo.length} (${worse})`,
      isMet: worse.length === 0,
    },
    ...[...monologues].map(([voice, speakers]) => ({
      goal: `20 minutes of one voice (${voice}) are one speaker`,
      measured: String(speakers),
      isMet: speakers === 1,
    })),
  ]
}

function isWorse({ people, own, mono }: HeardCall): boolean {
  const missed = ({ speakers }: Figures) => Math.abs(speakers - people)
  return (
    missed(own) > missed(mono!) ||
    own.ofOthers > mono!.ofOthers + othersChance ||
    meanOf(own.kept) < meanOf(mono!.kept) - keptChance
  )
}

const meanOf = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / (values.length || 1)
const percent = (share: number) => `${(100 * share).toFixed(share < 0.1 ? 1 : 0)} %`
