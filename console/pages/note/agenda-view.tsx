/** An agenda to read. */
import { Text, Title } from '@mantine/core'
import { IconCircle, IconCircleCheckFilled } from '@tabler/icons-react'
import { Fragment } from 'react'
import { words } from '../../words/words.ts'
import classes from './note.module.css'
import { type Block, readAgenda, readSpans, type Span } from './read-agenda.ts'

export function AgendaView({ markup }: { markup: string }) {
  const blocks = readAgenda(markup)
  if (blocks.length === 0) return <Text c="dimmed">{words.note.empty}</Text>
  return (
    <div className={classes.agenda}>
      {blocks.map((block, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two blocks may say the same
        <BlockView key={index} block={block} />
      ))}
    </div>
  )
}

function BlockView({ block }: { block: Block }) {
  const { kind, depth, level, text, isDone } = block
  const indent = { marginInlineStart: `${depth * 1.5}rem` }
  if (kind === 'heading') {
    return (
      <Title order={Math.min(level + 2, 6) as 3} size={level === 1 ? 'h3' : 'h4'} className={classes.heading}>
        <Inline text={text} />
      </Title>
    )
  }
  if (kind === 'paragraph') {
    return (
      <p style={indent}>
        <Inline text={text} />
      </p>
    )
  }
  return (
    <div className={classes.point} style={indent} data-kind={kind}>
      <Sign kind={kind} isDone={isDone} />
      <span>
        <Inline text={text} />
      </span>
    </div>
  )
}

function Sign({ kind, isDone }: Pick<Block, 'kind' | 'isDone'>) {
  if (kind !== 'action-item') return <span className={classes.dot} aria-hidden="true" />
  return isDone ? (
    <IconCircleCheckFilled size={18} className={classes.done} />
  ) : (
    <IconCircle size={18} stroke={1.6} className={classes.open} />
  )
}

const tags = { plain: Fragment, bold: 'strong', italic: 'em', code: 'code' } as const

function Inline({ text }: { text: string }) {
  return readSpans(text).map(({ style, text: part }: Span, index) => {
    const Tag = tags[style]
    // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text have no other name
    return <Tag key={index}>{part}</Tag>
  })
}
