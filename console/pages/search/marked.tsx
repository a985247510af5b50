/** Text with marks where the search says that the words stand. */
import { Fragment } from 'react'
import { partsOf } from './marked-parts.ts'

export function Marked({ text, hits }: { text: string; hits: number[][] }) {
  return partsOf(text, hits).map(({ from, isHit, part }) =>
    isHit ? <mark key={from}>{part}</mark> : <Fragment key={from}>{part}</Fragment>,
  )
}
