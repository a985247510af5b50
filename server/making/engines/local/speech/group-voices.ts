/**
 * Decides which stretches of speech are of one person, by the likeness of their voices. How alike two stretches of one
 * person are depends on the room and on the model, so there is no fixed threshold: the groups are chosen that differ most
 * from each other, compared with the differences inside them. *Pure.*
 */
/** A stretch of speech of one voice, in seconds. The vector has the length 1. */
export type Voice = { start: number; end: number; vector: Float32Array }

type Group = { voices: Voice[]; sum: Float32Array; seconds: number }

/** The vectors of shorter stretches say too little to found a group. */
const foundingSeconds = 1.5
/** Of a day of talk the longest stretches are enough, and time and memory stay limited. */
const maxFounders = 1_500
/** Likenesses below the lowest are always different people, above the highest always the same one. */
const thresholds = [0.3, 0.35, 0.4, 0.45, 0.5, 0.55, 0.6, 0.65, 0.7, 0.75]
/** Groups that differ less from each other are one person. */
const minSeparation = 0.25
/**
 * Of groupings that differ less in their separation the one with most groups is taken: two names for one person can be
 * made one, and two people under one name cannot be told apart again.
 */
const equallyGood = 0.01
const maxSpeakers = 40
/**
 * How alike two groups of one person are at least, compared with the voices inside them, and how much further apart at
 * most. Real voices of one person have 0.63 to 0.95 and 1.07 to 1.27, those of two people at most 0.56, or 1.44 and more;
 * synthesized voices are alike up to 0.76, and 2.4 times as far apart.
 */
const alike = 0.62
const further = 1.28

/**
 * @param count  of speakers; null: unknown
 * @returns for each voice the number of its group, in order of appearance
 */
export function groupVoices(voices: Voice[], count: number | null): number[] {
  const groups = groupTracks([voices], count)
  const order = [...new Set(voices.map((voice) => groups.get(voice)!))]
  return voices.map((voice) => order.indexOf(groups.get(voice)!))
}

/**
 * The same for several tracks, each with a sound of its own, so that voices are compared within one first.
 * @returns the group of each voice; one in two tracks is one group
 */
export function groupTracks(tracks: Voice[][], count: number | null): Map<Voice, number> {
  const spoken = tracks.filter((voices) => voices.length > 0)
  const found = joinAlike(spoken.flatMap((voices) => joinAlike(withAll(voices, chooseGroups(founders(voices), null)))))
  const isRight = count === null || count === found.length || spoken.length === 0
  const all = spoken.flat()
  const groups = isRight ? found : withAll(all, chooseGroups(founders(all), count))
  return new Map(groups.flatMap(({ voices }, group) => voices.map((voice) => [voice, group] as const)))
}

const nearestGroup = ({ vector }: Voice, groups: Group[]) =>
  indexOfMax(groups.map((group) => dot(vector, group.sum) / norm(group.sum)))

/** The groups with all voices, each in the group that it is most like. */
function withAll(voices: Voice[], groups: Group[]): Group[] {
  return [...Map.groupBy(voices, (voice) => nearestGroup(voice, groups)).values()].map(groupOf)
}

/**
 * A voice drifts over a long recording, and one person becomes several groups. Two groups are one person if their voices
 * are almost as much like those of the other as like those of their own.
 */
function joinAlike(given: Group[]): Group[] {
  const groups = [...given]
  for (;;) {
    const usual = meanOf(groups.flatMap(inside))
    let [best, pair] = [alike, null as [number, number] | null]
    for (const [index, one] of groups.entries()) {
      for (const [other, group] of groups.slice(0, index).entries()) {
        const own = [one, group].map((each) => inside(each)[0] ?? usual) as [number, number]
        const between = likeness(one, group)
        const isNear = 1 - between <= further * (1 - (own[0] + own[1]) / 2)
        const its = between / Math.sqrt(own[0] * own[1])
        if (isNear && its >= best) [best, pair] = [its, [other, index]]
      }
    }
    if (!pair) return groups
    const [joined] = groups.splice(pair[1], 1)
    groups[pair[0]] = groupOf([...groups[pair[0]]!.voices, ...joined!.voices])
  }
}

/** The mean likeness of two voices of different groups. */
const likeness = (one: Group, other: Group) => dot(one.sum, other.sum) / (one.voices.length * other.voices.length)

/** The mean likeness of two voices of a group; none of a single voice. */
function inside({ voices, sum }: Group): number[] {
  const size = voices.length
  return size > 1 ? [Math.max(0.01, (dot(sum, sum) - size) / (size * (size - 1)))] : []
}

const meanOf = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / (values.length || 1) || 1

/** The mean voice of each group, with the length 1. */
export function meanVoices(voices: Voice[], groups: number[]): Float32Array[] {
  return Array.from({ length: Math.max(-1, ...groups) + 1 }, (_, group) => {
    const sum = new Float32Array(voices[0]!.vector.length)
    voices.forEach((voice, index) => {
      if (groups[index] === group) addTo(sum, voice.vector, voice.end - voice.start)
    })
    return toUnit(sum)
  })
}

function founders(voices: Voice[]): Voice[] {
  const byLength = voices.toSorted((one, other) => lengthOf(other) - lengthOf(one)).slice(0, maxFounders)
  const long = byLength.filter((voice) => lengthOf(voice) >= foundingSeconds)
  return long.length > 0 ? long : byLength
}

function chooseGroups(voices: Voice[], count: number | null): Group[] {
  const merges = mergeAll(voices)
  if (count !== null) return groupsOf(voices, merges, count)
  const candidates = thresholds
    .map((threshold) => foldSmall(cut(voices, merges, merges.filter(({ likeness }) => likeness >= threshold).length)))
    .map((groups) => (groups.length > maxSpeakers ? groupsOf(voices, merges, maxSpeakers) : groups))
    .map((groups) => ({ groups, separation: separation(groups) }))
  const best = Math.max(...candidates.map(({ separation }) => separation))
  const good = candidates.filter(({ separation }) => separation >= best - equallyGood)
  return maxBy(good, ({ groups }) => groups.length).groups
}

/** So many groups, none of them small if there are so many. */
function groupsOf(voices: Voice[], merges: Merge[], count: number): Group[] {
  for (let merged = voices.length - count; merged >= 0; merged--) {
    const groups = foldSmall(cut(voices, merges, merged))
    if (groups.length >= count) return groups
  }
  return cut(voices, merges, Math.max(0, voices.length - count))
}

/** `one` and `other` are indices of voices that stand for their groups. */
type Merge = { one: number; other: number; likeness: number }

/**
 * Joins the two groups with the highest mean likeness of their voices until one is left, by chains of nearest
 * neighbours, which find the same merges as comparing all pairs each time.
 * @returns the most alike first
 */
function mergeAll(voices: Voice[]): Merge[] {
  const sums = voices.map(({ vector }) => vector.slice())
  const sizes = voices.map(() => 1)
  const left = new Set(voices.keys())
  const [merges, chain] = [[] as Merge[], [] as number[]]
  while (left.size > 1) {
    const last = chain.at(-1) ?? left.values().next().value!
    if (chain.length === 0) chain.push(last)
    const before = chain.at(-2)
    let [nearest, likeness] = [before ?? -1, before === undefined ? -Infinity : like(last, before)]
    for (const each of left) {
      if (each === last || each === before) continue
      const its = like(last, each)
      if (its > likeness) [nearest, likeness] = [each, its]
    }
    if (nearest !== before) {
      chain.push(nearest)
      continue
    }
    chain.length -= 2
    merges.push({ one: last, other: nearest, likeness })
    addTo(sums[last]!, sums[nearest]!, 1)
    sizes[last]! += sizes[nearest]!
    left.delete(nearest)
  }
  return merges.sort((one, other) => other.likeness - one.likeness)

  function like(one: number, other: number): number {
    return dot(sums[one]!, sums[other]!) / (sizes[one]! * sizes[other]!)
  }
}

/** The groups after the first merges. */
function cut(voices: Voice[], merges: Merge[], count: number): Group[] {
  const parents = [...voices.keys()]
  const rootOf = (index: number): number => {
    let root = index
    while (parents[root] !== root) root = parents[root] = parents[parents[root]!]!
    return root
  }
  for (const { one, other } of merges.slice(0, count)) parents[rootOf(other)] = rootOf(one)
  return [...Map.groupBy(voices, (_, index) => rootOf(index)).values()].map(groupOf)
}

function groupOf(voices: Voice[]): Group {
  const sum = new Float32Array(voices[0]!.vector.length)
  for (const { vector } of voices) addTo(sum, vector, 1)
  return { voices, sum, seconds: voices.reduce((seconds, voice) => seconds + lengthOf(voice), 0) }
}

/** A group with little of the speech is seldom a person; its stretches go to the others. */
function foldSmall(groups: Group[]): Group[] {
  const total = groups.reduce((seconds, group) => seconds + group.seconds, 0)
  const least = Math.min(20, Math.max(3, 0.01 * total))
  const large = groups.filter(({ seconds }) => seconds >= least)
  return large.length > 0 ? large : [maxBy(groups, ({ seconds }) => seconds)]
}

/** The silhouette: how much more a voice is like its own group than like the nearest other, from -1 to 1. */
function separation(groups: Group[]): number {
  if (groups.length === 1) return minSeparation
  let [sum, seconds] = [0, 0]
  for (const group of groups) {
    for (const voice of group.voices) {
      const size = group.voices.length
      const inside = size === 1 ? 1 : 1 - (dot(voice.vector, group.sum) - 1) / (size - 1)
      const others = groups.filter((other) => other !== group)
      const outside = 1 - Math.max(...others.map((other) => dot(voice.vector, other.sum) / other.voices.length))
      sum += (lengthOf(voice) * (outside - inside)) / Math.max(outside, inside, 1e-6)
      seconds += lengthOf(voice)
    }
  }
  return sum / seconds
}

const lengthOf = ({ start, end }: Voice) => end - start

export function dot(one: Float32Array, other: Float32Array): number {
  let sum = 0
  for (let index = 0; index < one.length; index++) sum += one[index]! * other[index]!
  return sum
}

/** The vector with the length 1. */
export function toUnit(vector: Float32Array): Float32Array {
  const length = norm(vector)
  return vector.map((value) => value / length)
}

const norm = (vector: Float32Array) => Math.sqrt(dot(vector, vector)) || 1

function addTo(sum: Float32Array, vector: Float32Array, factor: number): void {
  for (let index = 0; index < sum.length; index++) sum[index]! += factor * vector[index]!
}

const indexOfMax = (values: number[]) => values.indexOf(Math.max(...values))
const maxBy = <One>(list: One[], weigh: (one: One) => number) => list[indexOfMax(list.map(weigh))]!
