/** Finds in heard words those that sound like a term, and are no ordinary words (decision 66). *Pure.* */
import { foldCase } from '../../platform/text.ts'
import { distanceOf, joinSounds, nearSkeletons, skeletonOf, soundOf, weightOfSound } from './sounds.ts'

/** What the meeting may have said: the glossary first, then the names of people and words of titles. */
export type KnownTerm = {
  term: string
  sounds_like?: string[]
  /** Its meeting names it. */
  isLikely?: boolean
}

/** How usual a word is in the language of the meeting, in lower case: 1 for the most frequent; null for no ordinary word. */
export type RankOf = (word: string) => number | null

/** Where a term belongs: from the first to the last of the words, which are counted from 0. */
export type FoundTerm = { first: number; last: number; term: string }

/** `isNewSentence`: a capital letter says nothing there. `isJoined`: nothing but a space or hyphen is before it. */
export type HeardWord = { text: string; isNewSentence: boolean; isJoined: boolean }

/** Longer ones are no words. */
const maxWordCharacters = 40
/** A term is heard as up to this many words more than it has. */
const maxMoreWords = 3
const maxSoundsLikeWords = 8
/** Function words: a name neither begins nor ends with one. */
const functionRank = 150
/** Short sounds are like too many others. */
const leastSounds = 3
const mostSounds = 20
/** Of the same skeleton; the first of the glossary count. So the time for a word has a bound in any glossary. */
const maxCandidates = 12
const maxRemembered = 100_000

/** What share of a term's sounds may differ, by how much there is of them. */
const limitOf = (weight: number) => (weight < 3 ? 0.08 : weight < 4.5 ? 0.2 : 0.27)
/** More where the meeting itself names the term, or where the engine took the words for a name. */
const moreIfLikely = 0.08
const moreIfCapital = 0.06
/** Words that are all ordinary, such as `load star`, are several, of many sounds, and with the same consonants. */
const limitOfOrdinary = 0.16
const leastOfOrdinary = 4
/** Of what is written with other spaces than the term, in characters with spaces: `plast works`. */
const leastSpaced = 6
/** An ordinary word in it is more likely to have been said. */
const priceOfOrdinary = 0.03

type SoundingTerm = { term: string; sound: string; weight: number; words: number; isLikely: boolean }
type KnownWord = {
  letters: string
  isUsable: boolean
  isCapital: boolean
  isAcronym: boolean
  isTaken: boolean
  isOrdinary: boolean
  isFunctionWord: boolean
  sound: string
}
type PlacedWord = KnownWord & Omit<HeardWord, 'text'>
type Match = { term: string; share: number }

const lettersOf = (text: string) => foldCase(text.normalize('NFC')).replace(/[^\p{L}\p{M}\p{N}]/gu, '')
const formOf = (words: string[]) => words.map(lettersOf).join(' ')
const wordsOf = (text: string) => text.split(/[\s-]+/).filter((word) => lettersOf(word) !== '')

export class TermFinder {
  readonly #rankOf: RankOf
  readonly #forms = new Map<string, string>()
  readonly #spellings = new Map<string, string>()
  readonly #bySkeleton = new Map<string, SoundingTerm[]>()
  /** Words of terms, which are right as they are. */
  readonly #taken = new Set<string>()
  /** Terms of several words, by their first one. */
  readonly #written = new Map<string, string[][]>()
  readonly #words = new Map<string, KnownWord>()
  #maxWords = 1
  #maxFormWords = 0

  constructor(terms: KnownTerm[], rankOf: RankOf) {
    this.#rankOf = rankOf
    for (const known of terms) this.#add(known)
  }

  #add({ term, sounds_like = [], isLikely = false }: KnownTerm): void {
    const words = wordsOf(term)
    const letters = lettersOf(term)
    if (letters === '') return
    setFirst(this.#spellings, letters, term)
    for (const word of words)
      if (words.length === 1 || this.#rankOf(foldCase(word)) === null) this.#taken.add(lettersOf(word))
    const written = this.#written.get(lettersOf(words[0]!)) ?? []
    if (words.length > 1 && written.length < maxCandidates) written.push(words.map(lettersOf))
    if (written.length > 0) this.#written.set(lettersOf(words[0]!), written)
    for (const form of sounds_like) {
      const heard = wordsOf(form)
      if (heard.length === 0 || heard.length > maxSoundsLikeWords || formOf(heard) === formOf(words)) continue
      setFirst(this.#forms, formOf(heard), term)
      this.#maxFormWords = Math.max(this.#maxFormWords, heard.length)
    }
    const sound = soundOf(term)
    const skeleton = skeletonOf(sound)
    if (skeleton.length < leastSounds || skeleton.length > mostSounds) return
    this.#maxWords = Math.max(this.#maxWords, Math.min(words.length, 2) + maxMoreWords)
    const sounding = { term, sound, weight: weightOfSound(sound), words: words.length, isLikely }
    for (const near of new Set(nearSkeletons(skeleton))) {
      const others = this.#bySkeleton.get(near) ?? []
      if (others.length < maxCandidates) others.push(sounding)
      this.#bySkeleton.set(near, others)
    }
  }

  /** The terms of a segment from the left; they do not overlap. */
  find(heard: HeardWord[]): FoundTerm[] {
    const words = heard.map(({ text, ...where }) => ({ ...this.#lookUp(text), ...where }))
    this.#markWritten(words)
    const found: FoundTerm[] = []
    for (let first = 0; first < words.length; first++) {
      let best = this.#bestFrom(words, first)
      // What begins with its second word may fit better: `is Zbignief`.
      const next = best && best.last > first && best.share > 0 ? this.#bestFrom(words, first + 1) : null
      if (best && next && next.share < best.share) best = this.#bestFrom(words, first, first)
      if (!best) continue
      found.push({ first, last: best.last, term: best.term })
      first = best.last
    }
    return found
  }

  /** Terms of several words that are written rightly are right as they are, like those of one word. */
  #markWritten(words: PlacedWord[]): void {
    for (const [first, { letters }] of words.entries()) {
      for (const written of this.#written.get(letters) ?? []) {
        const its = words.slice(first, first + written.length)
        const isIt = its.length === written.length && its.every((word, at) => word.letters === written[at])
        if (isIt) for (const word of its) word.isTaken = true
      }
    }
  }

  #lookUp(text: string): KnownWord {
    const known = this.#words.get(text)
    if (known) return known
    const bare = text.replace(/['’]s$/, '')
    const [letters, rank] = [lettersOf(bare), /\p{N}/u.test(bare) ? 1 : this.#rankOf(foldCase(bare))]
    const word = {
      letters,
      isUsable: text.length <= maxWordCharacters,
      isCapital: /^\p{Lu}/u.test(bare),
      isAcronym: /\p{Lu}{2}/u.test(bare),
      isTaken: this.#taken.has(letters),
      isOrdinary: rank !== null,
      isFunctionWord: rank !== null && rank <= functionRank,
      sound: text.length <= maxWordCharacters ? soundOf(bare) : '',
    }
    if (this.#words.size === maxRemembered) this.#words.clear()
    this.#words.set(text, word)
    return word
  }

  #bestFrom(words: PlacedWord[], first: number, latest = words.length - 1): (Match & { last: number }) | null {
    let best: (Match & { last: number }) | null = null
    const most = Math.min(latest + 1, first + Math.max(this.#maxWords, this.#maxFormWords))
    for (let last = first; last < most; last++) {
      if ((last > first && !words[last]!.isJoined) || !words[last]!.isUsable) break
      const match = this.#match(words.slice(first, last + 1))
      if (match && (!best || match.share <= best.share)) best = { ...match, last }
    }
    return best
  }

  #match(words: PlacedWord[]): Match | null {
    const form = words.map(({ letters }) => letters).join(' ')
    const given = this.#forms.get(form)
    if (given !== undefined) return { term: given, share: 0 }
    const spelled = this.#spellings.get(words.length === 1 ? form : form.replaceAll(' ', ''))
    if (spelled !== undefined) {
      const isOther = formOf(wordsOf(spelled)) !== form
      return isOther && form.length >= leastSpaced ? { term: spelled, share: 0 } : null
    }
    if (words.length > this.#maxWords || words.some(({ isTaken, sound }) => isTaken || sound === '')) return null
    if (
      words.length === 1
        ? words[0]!.isOrdinary || words[0]!.isAcronym
        : words[0]!.isFunctionWord || words.at(-1)!.isFunctionWord
    )
      return null
    return this.#matchSound(words)
  }

  #matchSound(words: PlacedWord[]): Match | null {
    const ordinary = words.filter(({ isOrdinary }) => isOrdinary).length
    const isAllOrdinary = ordinary === words.length
    const sound = joinSounds(words.map((word) => word.sound))
    const skeleton = skeletonOf(sound)
    if (skeleton.length < leastSounds - 1 || skeleton.length > mostSounds) return null
    const isCapital = words[0]!.isCapital && !words[0]!.isNewSentence
    let best: Match | null = null
    for (const { term, sound: wanted, weight, words: most, isLikely } of this.#candidates(skeleton, isAllOrdinary)) {
      if (words.length > most + maxMoreWords || words.length < most - 1) continue
      if (isAllOrdinary && weight < leastOfOrdinary) continue
      const more = (isLikely ? moreIfLikely : 0) + (isCapital ? moreIfCapital : 0)
      const limit = isAllOrdinary ? limitOfOrdinary : limitOf(weight) + more
      const price = isAllOrdinary ? 0 : ordinary * priceOfOrdinary
      const share = distanceOf(sound, wanted, limit * weight) / weight + price
      if (share < limit && (!best || share < best.share)) best = { term, share }
    }
    return best
  }

  #candidates(skeleton: string, isExact: boolean): Iterable<SoundingTerm> {
    if (isExact) return this.#bySkeleton.get(skeleton) ?? []
    const candidates = new Set<SoundingTerm>()
    for (const near of nearSkeletons(skeleton))
      for (const each of this.#bySkeleton.get(near) ?? []) if (candidates.size < 2 * maxCandidates) candidates.add(each)
    return candidates
  }
}

function setFirst<Key, Value>(map: Map<Key, Value>, key: Key, value: Value): void {
  if (!map.has(key)) map.set(key, value)
}
