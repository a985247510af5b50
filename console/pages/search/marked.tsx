/** Text with the search's hits marked. */
import { Fragment } from 'react'
import { partsOf } from './marked-parts.ts'

export function Marked({ text, hits }: { text: string; hits: number[][] }) {
  return partsOf(text, hits).map(({ from, isHit, part }) =>
    isHit ? <mark key={from}>{part}</mark> : <Fragment key={from}>{part}</Fragment>,
  )
}
