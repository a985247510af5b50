/** The texts of AI notes that are translated, and notes with other texts in their places (decision 71). *Pure.* */
import { sectionTitles } from '../../meetings/recordings/library/section-titles.ts'

type Sentence = { text: string }
type Item = { text: string; sentences?: Sentence[] | undefined }
type Section = {
  title: string
  content?: string | undefined
  sentences?: Sentence[] | undefined
  items?: Item[] | undefined
}

/** In the order of the notes. */
export function textsOf(sections: Section[]): string[] {
  const texts: string[] = []
  mapTexts(sections, (text) => {
    texts.push(text)
    return text
  })
  return texts
}

/**
 * The same notes in other words: quotations, times and people stay.
 * @param texts  as many as `textsOf` gives, in this order
 */
export function withTexts<Of extends Section>(sections: Of[], texts: string[]): Of[] {
  const left = texts.values()
  return mapTexts(sections, (text) => left.next().value ?? text)
}

type Change = (text: string) => string

/** The usual titles stay: readers and programs know the sections by them. */
function mapTexts<Of extends Section>(sections: Of[], change: Change): Of[] {
  return sections.map((section) => {
    const { title, content, sentences, items } = section
    const changed = {
      ...section,
      title: sectionTitles.includes(title) ? title : changeWords(title, change),
      ...(content !== undefined && renamed(changeText(content, sentences, change))),
    }
    return { ...changed, ...(items && { items: items.map((item) => changeItem(item, change)) }) }
  })
}

const renamed = ({ text: content, ...rest }: Item) => ({ content, ...rest })

const changeItem = <Of extends Item>(item: Of, change: Change): Of => ({
  ...item,
  ...changeText(item.text, item.sentences, change),
})

/** Each sentence by itself and what is around them, so that the sentences stand in the text again. */
function changeText(text: string, sentences: Sentence[] | undefined, change: Change): Item {
  if (!sentences) return { text: changeWords(text, change) }
  let [done, at] = ['', 0]
  const changed = sentences.flatMap((sentence) => {
    const from = sentence.text === '' ? -1 : text.indexOf(sentence.text, at)
    if (from < 0) return []
    const before = changeWords(text.slice(at, from), change)
    const next = { ...sentence, text: change(sentence.text) }
    done += before + next.text
    at = from + sentence.text.length
    return [next]
  })
  return { text: done + changeWords(text.slice(at), change), sentences: changed }
}

/** What is around the words stays. */
function changeWords(text: string, change: Change): string {
  const words = text.trim()
  if (!/\p{L}/u.test(words)) return text
  const from = text.indexOf(words)
  return text.slice(0, from) + change(words) + text.slice(from + words.length)
}
