/** A text of an agenda or an item: bold, italic and code without their signs. */
import { Fragment } from 'react'
import { readSpans, withoutBackslashes } from './spans.ts'

const tags = { plain: Fragment, bold: 'strong', italic: 'em', code: 'code' } as const

export function InlineText({ text }: { text: string }) {
  return readSpans(text).map(({ style, text: part }, index) => {
    const Tag = tags[style]
    // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text have no other name
    return <Tag key={index}>{style === 'plain' ? withoutBackslashes(part) : part}</Tag>
  })
}
