/** A document for the printer: while a page with one is printed, it stands there instead of the page. */
import { useWindowEvent } from '@mantine/hooks'
import { useState } from 'react'
import { createPortal, flushSync } from 'react-dom'
import { InlineText } from '../inline-text.tsx'
import { type Block, type Paper, remarkOf } from './paper.ts'
import classes from './sheet.module.css'
import { TableOfText } from './table-of-text.tsx'

/** It stays until the page is left: some browsers say that they have printed before they read the page. */
export function Sheet({ read }: { read: () => Paper }) {
  const [paper, setPaper] = useState<Paper | null>(null)
  useWindowEvent('beforeprint', () => flushSync(() => setPaper(read())))
  return paper && createPortal(<PaperView paper={paper} />, document.body)
}

const PaperView = ({ paper: { title, facts, parts } }: { paper: Paper }) => (
  <article className={classes.sheet}>
    <h1 dir="auto">{title}</h1>
    {facts.map((fact) => (
      <p key={fact} className={classes.fact} dir="auto">
        {fact}
      </p>
    ))}
    {parts.map(({ title: heading, blocks, isApart }) => (
      <section key={heading} data-apart={isApart}>
        <h2 dir="auto">{heading}</h2>
        {blocks.map((block, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two blocks may say the same
          <BlockView key={index} block={block} />
        ))}
      </section>
    ))}
  </article>
)

function BlockView({ block }: { block: Block }) {
  if (block.kind === 'heading') {
    return (
      <h3 dir="auto">
        <InlineText text={block.text} />
      </h3>
    )
  }
  if (block.kind === 'said') {
    return (
      <p className={classes.said} dir="auto">
        {block.by && <strong>{block.by}</strong>} <Remark>{block.at}</Remark> {block.text}
      </p>
    )
  }
  if (block.kind === 'table') return <TableOfText rows={block.rows} />
  const remark = block.kind === 'point' && remarkOf(block)
  // The mark of a point stands outside its text.
  const depth = (block.depth ?? 0) + (block.kind === 'point' ? 1 : 0)
  return (
    <p className={classes[block.kind]} dir="auto" style={{ marginInlineStart: `${depth * 1.5}em` }}>
      <InlineText text={block.text} /> {remark && <Remark>{remark}</Remark>}
    </p>
  )
}

const Remark = ({ children }: { children: string }) => <span className={classes.remark}>{children}</span>
