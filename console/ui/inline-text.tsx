/** A text of an agenda, an item or notes: bold, italic, code and links without their signs. */
import { Highlight } from '@mantine/core'
import { Fragment, type ReactNode } from 'react'
import { linksIn } from './links.ts'
import { mentionsIn } from './mentions.ts'
import { readSpans, withoutBackslashes } from './spans.ts'

const tags = { plain: Fragment, bold: 'strong', italic: 'em', code: 'code' } as const

type Props = {
  text: string
  /** Words to mark. */
  marked?: string
  /** Of people who may be named in it. */
  names?: string[]
  /** The text is part of a link itself. */
  isInLink?: boolean
}

export function InlineText({ text, marked = '', names = [], isInLink = false }: Props) {
  const show = (part: string) => (marked ? <Marked text={part} words={marked} /> : withMentions(part, names))
  return readSpans(text).map(({ style, text: part }, index) => {
    const Tag = tags[style]
    const links = isInLink || style === 'code' ? [] : linksIn(part)
    // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text have no other name
    return <Tag key={index}>{style === 'code' ? show(part) : withLinks(part, links, show)}</Tag>
  })
}

const Marked = ({ text, words }: { text: string; words: string }) => (
  <Highlight component="span" inherit highlight={words}>
    {text}
  </Highlight>
)

function withMentions(text: string, names: string[]): ReactNode {
  const parts: ReactNode[] = []
  let at = 0
  for (const { from, to } of mentionsIn(text, names)) {
    parts.push(text.slice(at, from))
    parts.push(
      <span key={from} data-mention="">
        {text.slice(from, to)}
      </span>,
    )
    at = to
  }
  return parts.length === 0 ? text : [...parts, text.slice(at)]
}

function withLinks(text: string, links: ReturnType<typeof linksIn>, show: (text: string) => ReactNode): ReactNode {
  const parts: ReactNode[] = []
  let at = 0
  for (const { from, to, labelFrom, labelTo, href } of links) {
    parts.push(show(withoutBackslashes(text.slice(at, from))))
    parts.push(
      <a key={from} href={href} target="_blank" rel="noreferrer">
        {show(withoutBackslashes(text.slice(labelFrom, labelTo)))}
      </a>,
    )
    at = to
  }
  return [...parts, show(withoutBackslashes(text.slice(at)))].map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text have no other name
    <Fragment key={index}>{part}</Fragment>
  ))
}
