/** Which parts of a text of AI notes are sentences that the transcript proves. *Pure.* */
/** As the API has it. */
export type Sentence = { text: string; segment: number; timestamp: number; quote: string | null }
type Part = { text: string; sentence: Sentence | null }

/** A sentence that does not stand in the text any more is left out. */
export function partsOf(text: string, sentences: Sentence[]): Part[] {
  const parts: Part[] = []
  let from = 0
  for (const sentence of sentences) {
    const at = text.indexOf(sentence.text, from)
    if (at < 0 || sentence.text === '') continue
    if (at > from) parts.push({ text: text.slice(from, at), sentence: null })
    parts.push({ text: sentence.text, sentence })
    from = at + sentence.text.length
  }
  return from < text.length ? [...parts, { text: text.slice(from), sentence: null }] : parts
}
