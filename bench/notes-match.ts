/** Finds which statements of the notes are those that a reader found. *Pure.* */
import type { Span } from './notes-spans.ts'

/** A statement of the notes, and its whole second. */
export type Written = { text: string; timestamp: number | null }
export type Sought = { text: string; spans: Span[]; doubtful: boolean }

/** `pairs` are indexes of statements and labels; an ignored statement meets only a doubtful label. */
export type Matches = {
  pairs: [written: number, sought: number][]
  ignored: number[]
  wrong: number[]
  missed: number[]
}

/** Two texts say the same if they share this part of the words of the shorter one, and at least this many. */
const SHARED_PART = 0.6
const SHARED_WORDS = 3

/** As many pairs as possible; each label and each statement is in one of them at most. */
export function matchLabels(written: Written[], labels: Sought[]): Matches {
  const certain = labels.flatMap((label, index) => (label.doubtful ? [] : [index]))
  const owner = new Map<number, number>()
  const meets = written.map((statement) => certain.filter((index) => isSame(statement, labels[index]!)))
  const take = (statement: number, tried: Set<number>): boolean => {
    for (const label of meets[statement]!) {
      if (tried.has(label)) continue
      tried.add(label)
      const holder = owner.get(label)
      if (holder !== undefined && !take(holder, tried)) continue
      owner.set(label, statement)
      return true
    }
    return false
  }
  const matched = new Set(written.keys().filter((statement) => take(statement, new Set())))
  const others = [...written.keys()].filter((statement) => !matched.has(statement))
  const isDoubtful = (statement: number) => labels.some((label) => label.doubtful && isSame(written[statement]!, label))
  return {
    pairs: [...owner]
      .map(([label, statement]): [number, number] => [statement, label])
      .sort(([one], [two]) => one - two),
    ignored: others.filter(isDoubtful),
    wrong: others.filter((statement) => !isDoubtful(statement)),
    missed: certain.filter((label) => !owner.has(label)),
  }
}

function isSame({ text, timestamp }: Written, label: Sought): boolean {
  // A sentence that is said at 10.4 s stands at second 10.
  if (timestamp !== null && label.spans.some(({ from, to }) => timestamp + 1 > from && timestamp < to)) return true
  const [one, two] = [stemsOf(text), stemsOf(label.text)]
  const shared = [...one].filter((stem) => two.has(stem)).length
  return shared >= SHARED_WORDS && shared >= SHARED_PART * Math.min(one.size, two.size)
}

/** The first six letters of each word of at least four: independent of what the writer takes for a stem. */
const stemsOf = (text: string) =>
  new Set((text.toLowerCase().match(/[\p{L}\p{N}]{4,}/gu) ?? []).map((word) => word.slice(0, 6)))
