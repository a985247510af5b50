/** Text with the search's hits marked; of a written text without the signs of Markdown. */
import { Fragment } from 'react'
import { cleanPartsOf, partsOf } from './marked-parts.ts'

type Props = { text: string; hits: number[][]; isMarkdown: boolean }

export function Marked({ text, hits, isMarkdown }: Props) {
  const parts = isMarkdown ? cleanPartsOf : partsOf
  return parts(text, hits).map(({ from, isHit, part }) =>
    isHit ? <mark key={from}>{part}</mark> : <Fragment key={from}>{part}</Fragment>,
  )
}
