/** Finds which statements of the notes are those that a reader found. *Pure.* */
import type { Span } from './notes-spans.ts'

/** A statement of the notes, and its whole second. */
export type Written = { text: string; timestamp: number | null }
/** `said` is quoted from the passage. */
export type Sought = { text: string; said: string[]; spans: Span[]; doubtful: boolean }

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

/** They meet in time and have a word in common, or most of their words, wherever they are said. */
function isSame({ text, timestamp }: Written, label: Sought): boolean {
  const [one, two] = [stemsOf(text), stemsOf(label.text)]
  // A sentence that is said at 10.4 s stands at second 10.
  const meets = timestamp !== null && label.spans.some(({ from, to }) => timestamp + 1 > from && timestamp < to)
  if (meets && countShared(one, stemsOf([label.text, ...label.said].join(' '))) > 0) return true
  const shared = countShared(one, two)
  return shared >= SHARED_WORDS && shared >= SHARED_PART * Math.min(one.size, two.size)
}

const countShared = (one: Set<string>, two: Set<string>) => [...one].filter((stem) => two.has(stem)).length

/** Words that any two sentences may have in common. */
const empty = new Set(
  `about also been could from going gonna have into just know make need should some that them then there they thing this
  want were what when which will with would your`.split(/\s+/),
)

/** The first six letters of words of at least four, and abbreviations; independent of what the writer takes for a stem. */
const stemsOf = (text: string) =>
  new Set(
    (text.match(/[\p{L}\p{N}]{4,}|\p{Lu}{2,3}/gu) ?? [])
      .map((word) => word.toLowerCase())
      .filter((word) => !empty.has(word))
      .map((word) => word.slice(0, 6)),
  )
