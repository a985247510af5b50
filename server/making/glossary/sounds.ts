/** Spells words as they sound, roughly and for any language in Latin letters, and says how far two of them are apart. *Pure.* */

/** Letters that NFD does not take apart. */
const plain: Record<string, string> = { ß: 'ss', ø: 'o', ł: 'l', æ: 'e', œ: 'e', đ: 'd', ð: 'd', þ: 'th', ı: 'i' }

/** In this order. Upper case is a sound of its own: S as in ship, C as in chip, T as in thin. Vowels are a, i and u. */
const rules: [RegExp, string | ((found: string) => string)][] = [
  [/^(?:kn|gn|pn)/, 'n'],
  [/^wr/, 'r'],
  [/^ps/, 's'],
  [/^x/, 's'],
  [/tion|sion/g, 'Sun'],
  [/sch|sh|sz/g, 'S'],
  [/tch|ch|cz/g, 'C'],
  [/ph/g, 'f'],
  [/th/g, 'T'],
  [/ght/g, 't'],
  [/(?<!^)gh/g, ''],
  [/dg(?=[eiy])|j/g, 'J'],
  [/ck|q(?!u)/g, 'k'],
  [/qu/g, 'kw'],
  [/c(?=[eiy])|z/g, 's'],
  [/c/g, 'k'],
  [/x/g, 'ks'],
  [/(?<=[^aeiouy])e$/, ''],
  [/(?<!^)h/g, ''],
  [/[eiy]+/g, 'i'],
  [/[ou]+/g, 'u'],
  [/[aiu]+/g, (vowels) => (vowels.includes('a') ? 'a' : vowels[0]!)],
  [/(.)\1+/g, '$1'],
]

/** @returns '' for a text with letters of another script, or with none */
export function soundOf(text: string): string {
  const letters = text
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^\p{L}]/gu, '')
    .replace(/[ßøłæœđðþı]/g, (letter) => plain[letter]!)
  if (!/^[a-z]+$/.test(letters)) return ''
  return rules.reduce(
    (sound, [from, to]) => (typeof to === 'string' ? sound.replace(from, to) : sound.replace(from, to)),
    letters,
  )
}

/** The sound of words said together: one sound where both have it. */
export const joinSounds = (sounds: string[]): string =>
  sounds.reduce((joined, sound) => joined + (joined.endsWith(sound[0] ?? ' ') ? sound.slice(1) : sound), '')

const isVowel = (sound: string) => sound === 'a' || sound === 'i' || sound === 'u'

/** Sounds that are taken for each other. */
const alike = new Set(
  'pb td kg fv sS TtTsTfTd CS CJ CsCtCk SJ Jg Js mn lr wv wu ww pf bv hk'
    .replaceAll(' ', '')
    .match(/../g)!
    .flatMap((pair) => [pair, [...pair].reverse().join('')]),
)

/** What a sound weighs that is there on one side alone. */
const weightOf = (sound: string) => (isVowel(sound) ? 0.3 : 'hwrT'.includes(sound) ? 0.6 : 1)

export const weightOfSound = (sound: string) => [...sound].reduce((sum, each) => sum + weightOf(each), 0)

function between(one: string, other: string): number {
  if (one === other) return 0
  if (isVowel(one) && isVowel(other)) return 0.2
  if (alike.has(one + other)) return 0.35
  return isVowel(one) || isVowel(other) ? 1.2 : 1
}

/** The weight of what must change, as in an edit distance; Infinity from `most` on. */
export function distanceOf(one: string, other: string, most: number): number {
  let row = new Float64Array(other.length + 1)
  for (let at = 1; at <= other.length; at++) row[at] = row[at - 1]! + weightOf(other[at - 1]!)
  for (const sound of one) {
    const next = new Float64Array(other.length + 1)
    const left = weightOf(sound)
    next[0] = row[0]! + left
    let least = next[0]
    for (let at = 1; at <= other.length; at++) {
      const to = other[at - 1]!
      next[at] = Math.min(row[at]! + left, next[at - 1]! + weightOf(to), row[at - 1]! + between(sound, to))
      if (next[at]! < least) least = next[at]!
    }
    if (least >= most) return Infinity
    row = next
  }
  return row[other.length]! < most ? row[other.length]! : Infinity
}

const classes: Record<string, string> = {
  ...{ p: 'P', b: 'P', f: 'P', v: 'P', t: 'T', d: 'T', T: 'T', k: 'K', g: 'K', s: 'S', S: 'S', C: 'S', J: 'S' },
  ...{ l: 'L', r: 'L', m: 'N', n: 'N' },
}

/** Its consonants, those that are taken for each other as one: what sounds alike has nearly the same. */
export function skeletonOf(sound: string): string {
  let skeleton = ''
  for (let at = 0; at < sound.length; at++) {
    const its = classes[sound[at]!]
    if (its && its !== skeleton.at(-1)) skeleton += its
  }
  return skeleton
}

/** The skeleton, and each that lacks one of its sounds. Two with one of these in common differ in one sound or two. */
export const nearSkeletons = (skeleton: string): string[] => [
  skeleton,
  ...Array.from(skeleton, (_, at) => skeleton.slice(0, at) + skeleton.slice(at + 1)),
]
