/** A read-only agenda. */
import { Text, Title } from '@mantine/core'
import { IconCircle, IconCircleCheckFilled } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { peopleQuery } from '../../api/people.ts'
import { usePrefetched } from '../../api/use-prefetched.ts'
import { InlineText } from '../../ui/inline-text.tsx'
import { words } from '../../words/words.ts'
import { detailsOf } from './editor/item-view.ts'
import { type Line, printLine, readAgenda } from './editor/markup.ts'
import classes from './note.module.css'

type Props = {
  markup: string
  nameOf: (userId: string) => string
  /** Another agenda: lines that are not in it are marked. */
  other?: string
}

export function AgendaView({ markup, nameOf, other }: Props) {
  const { lines } = readAgenda(markup)
  const { data: everyone = [] } = useQuery(usePrefetched(peopleQuery))
  const names = everyone.map(({ full_name }) => full_name)
  const known = other === undefined ? null : new Set(readAgenda(other).lines.map(printLine))
  if (lines.length === 0) return <Text c="dimmed">{words.note.empty}</Text>
  return (
    <div className={classes.agenda}>
      {lines.map((line, index) => {
        const differs = known ? !known.has(printLine(line)) : undefined
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: two lines may say the same
          <div key={index} className={classes.line} dir="auto" data-differs={differs}>
            <LineView line={line} names={names} nameOf={nameOf} />
          </div>
        )
      })}
    </div>
  )
}

type LineProps = Pick<Props, 'nameOf'> & { line: Line; names: string[] }

function LineView({ line, names, nameOf }: LineProps) {
  const indent = { marginInlineStart: `${line.depth * 1.5}rem` }
  if (line.kind === 'heading') {
    return (
      <Title order={(line.level + 2) as 3} size={line.level === 1 ? 'h3' : 'h4'} className={classes.heading}>
        <InlineText text={line.text} names={names} />
      </Title>
    )
  }
  if (line.kind === 'unknown') return <pre className={classes.unknown}>{line.text}</pre>
  if (line.kind === 'paragraph') {
    return (
      <p style={indent}>
        <InlineText text={line.text} names={names} />
      </p>
    )
  }
  const details = detailsOfLine(line, nameOf)
  return (
    <div
      className={classes.point}
      style={indent}
      data-kind={line.kind}
      data-status={'status' in line ? line.status : undefined}
    >
      <Sign line={line} />
      <span>
        <span className={classes.words}>
          <InlineText text={line.text} names={names} />
        </span>
        {details && <span className={classes.details}> {details}</span>}
      </span>
    </div>
  )
}

function detailsOfLine(line: Line, nameOf: Props['nameOf']): string {
  if (line.kind === 'decision') return line.status === 'withdrawn' ? words.note.withdrawn : ''
  return line.kind === 'action_item' ? detailsOf({ assignees: line.assignees, due: line.due }, nameOf) : ''
}

function Sign({ line }: { line: Line }) {
  if (line.kind === 'decision')
    return <span className={classes.dot} role="img" aria-label={words.note.editor.kinds.decision} />
  if (line.kind !== 'action_item') return <span className={classes.dot} aria-hidden="true" />
  return line.status === 'Done' ? (
    <IconCircleCheckFilled size={18} className={classes.done} />
  ) : (
    <IconCircle size={18} stroke={1.6} className={classes.open} />
  )
}
