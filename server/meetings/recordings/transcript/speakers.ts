/** Finds speakers in front of texts: `Ada Moreau: Good morning.` *Pure.* */

/** A text, and its speaker if one is known. */
type Said = { speaker: string; text: string }

/** Up to the first colon. In a sentence or a time, no blank follows it. */
const front = /^(?:\[([^[\]:]{1,80})\]|([^:：]{1,80})):\s+(?=\S)|^([^:：]{1,80})：\s*(?=\S)/u

/** What may be a speaker at the beginning of a text, with the length of all that leaves the text with it. */
function readFront(text: string): { name: string; length: number } | null {
  const [whole, bracketed, plain, wide] = front.exec(text) ?? []
  const name = (bracketed ?? plain ?? wide)?.trim()
  return whole && name && mayBeName(name) ? { name, length: whole.length } : null
}

/** Whether the text could be taken for one with a speaker in front. */
export const beginsWithName = (text: string) => readFront(text) !== null

/** Words that begin sentences, and words that are headings. */
const ofSentences =
  /^(?:an?|and|but|das|der|die|ein|eine|her|his|how|if|it|le|les|my|one|our|so|that|the|their|these|this|those|un|una|und|une|we|what|when|why|your)\s/i
const headings =
  /^(?:action items?|agenda|answer|attention|beispiel|decision|example|fact|frage|hinweis|idea|important|notes?|notiz|plan|ps|question|reminder|result|so|summary|todo|update|warning)$/i

/** `Jane D.`, `Berg, K.`, `Bob Jr.`, `Ada Moreau Ph.D.`: its full stop ends no sentence. */
const abbreviated = /(?:^|[\s,.])\p{Lu}\.$|[\s,](?:\p{Lu}[\p{L}.]{1,4}|jun|sen|jr|sr)\.$/u

function mayBeName(name: string): boolean {
  const endsSentence = /[.…]$/.test(name) && !abbreviated.test(name)
  if (endsSentence || /[!?;"„“”]/.test(name) || headings.test(name)) return false
  return isTelephone(name) || (/\p{L}/u.test(name) && (names.test(name) || !ofSentences.test(name)))
}

const isTelephone = (name: string) => /^[\d+*#() ./-]+$/.test(name) && name.replace(/[^\d*]/g, '').length >= 9

const word = "\\p{Ll}?[\\p{Lu}\\p{Lo}\\p{N}(][\\p{L}\\p{M}\\p{N}.'’_()&/+-]*"
const between = '(?:\\p{Ll}{1,3}|[|/&@·–-])'
const names = new RegExp(`^${word}(?: (?:${between} )*${word})*(?:,? (?:\\p{Lu}|jun|sen|jr|sr)\\.)?$`, 'u')

/** `Ada Moreau (she/her)`, `Bo de la Cruz`, `iPhone (2)`, `Speaker 1`, a telephone number. */
const isNameLike = (name: string) => names.test(name) || isTelephone(name)

/**
 * Moves speakers out of the texts if a share of them have one. A name counts if it looks like one or comes back; if every
 * text has something in front, up to three words of any form count.
 */
export function extractSpeakers<Piece extends Said>(pieces: Piece[], share = 0.5): Piece[] {
  const fronts = pieces.map(({ text }) => readFront(text))
  const times = Map.groupBy(fronts, (each) => each?.name)
  const isSpeaker = (name: string) => isNameLike(name) || times.get(name)!.length > 1
  const found = fronts.filter((each) => each && isSpeaker(each.name)).length
  if (found === 0 || found < pieces.length * share) return pieces
  const isEvery = !times.has(undefined)
  return pieces.map((piece, at) => {
    const { name, length } = fronts[at] ?? {}
    if (name === undefined || !(isSpeaker(name) || (isEvery && name.split(' ').length <= 3))) return piece
    return { ...piece, speaker: name, text: piece.text.slice(length) }
  })
}
