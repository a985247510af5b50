/** The sentences of notes, as a reader meets them. *Pure.* */
import { actionItemsTitle } from '../server/engines/compose-notes.ts'
import type { WrittenNotes } from '../server/engines/engines.ts'

/** An item is a phrase that begins with its verb. */
export type Kind = 'sentence' | 'item'
export type Said = { kind: Kind; text: string }

const splitter = new Intl.Segmenter('en', { granularity: 'sentence' })
/** What the splitter takes for an end: `Mr. Chair`. */
const title = /\b(?:Mr|Mrs|Ms|Dr|Hon|St|Sr|Sra|Nr|bzw|z\.B)\.\s*$/

/** Of a topic only what is quoted. @param speakers  whose name may stand before a quotation */
export function sentencesOf({ sections }: Pick<WrittenNotes, 'sections'>, speakers: string[]): Said[] {
  return sections.flatMap(({ title: section, content, items }): Said[] => {
    if (section === 'Topics') return (items ?? []).flatMap(({ text }) => quotationIn(text, speakers))
    const kind = section === actionItemsTitle ? 'item' : 'sentence'
    const texts = [...(content === undefined ? [] : split(content, speakers)), ...(items ?? []).map(({ text }) => text)]
    const bare = texts.map((text) => withoutSpeaker(text, speakers))
    // A moment may have two sentences; an item is one phrase.
    return (kind === 'item' ? bare : bare.flatMap((text) => split(text, speakers))).map((text) => ({ kind, text }))
  })
}

/** `Rubber case – Bo: We take it.` quotes one sentence. */
function quotationIn(text: string, speakers: string[]): Said[] {
  const said = text.split(' – ').find((part) => withoutSpeaker(part, speakers) !== part)
  if (said === undefined) return []
  return [{ kind: 'sentence', text: withoutSpeaker(text.slice(text.indexOf(said)), speakers) }]
}

function split(content: string, speakers: string[]): string[] {
  const sentences: string[] = []
  for (const { segment } of content.split('\n').flatMap((line) => [...splitter.segment(line)])) {
    const last = sentences.at(-1)
    if (last !== undefined && (title.test(last) || isOnlySpeaker(last, speakers))) {
      sentences[sentences.length - 1] = `${last}${segment}`
    } else sentences.push(segment)
  }
  return sentences.map((sentence) => sentence.trim()).filter((sentence) => sentence !== '')
}

/** `Hon. Mary Ng:` is cut by the splitter in the middle of the name. */
const isOnlySpeaker = (text: string, speakers: string[]) => speakers.some((name) => `${name}: `.startsWith(text))

function withoutSpeaker(text: string, speakers: string[]): string {
  const speaker = speakers.find((name) => text.startsWith(`${name}: `))
  return speaker === undefined ? text : text.slice(speaker.length + 2)
}
