/** A rule: its name, what it does in a sentence, what it could not do, and its place. */
import { ActionIcon, Menu, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { type Rule, useDeleteRule, useMoveRule } from '../../api/rules.ts'
import { Confirm } from '../../ui/confirm.tsx'
import { Row, RowMenu } from '../../ui/rows.tsx'
import { ofService } from '../../words/of-service.ts'
import { words } from '../../words/words.ts'
import { type Names, sentenceOf } from './rule-sentence.ts'

const { rules: said } = words

type Props = {
  rule: Rule
  names: Names
  isLast: boolean
  mayChange: boolean
  /** A link led to it. */
  isShown: boolean
  onEdit: () => void
}

export function RuleRow({ rule, names, isLast, mayChange, isShown, onEdit }: Props) {
  const { id, name, position, last_problem: problem } = rule
  const move = useMoveRule(id)
  const title = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    if (isShown) title.current?.focus()
  }, [isShown])
  const meta = (
    <>
      <div>{sentenceOf(said, rule, names)}</div>
      {problem && (
        <Text size="sm" c="var(--mantine-color-error)">
          {said.problem(ofService(problem))}
        </Text>
      )}
    </>
  )
  return (
    <Row
      title={
        <span ref={title} tabIndex={-1}>
          {name}
        </span>
      }
      meta={meta}
    >
      {mayChange && (
        <>
          <ActionIcon
            variant="subtle"
            color="gray"
            size="lg"
            bg="transparent"
            aria-label={said.up(name)}
            disabled={position === 0}
            loading={move.isPending && move.variables < position}
            onClick={() => move.mutate(position - 1)}
          >
            <IconArrowUp size={18} stroke={1.6} />
          </ActionIcon>
          <ActionIcon
            variant="subtle"
            color="gray"
            size="lg"
            bg="transparent"
            aria-label={said.down(name)}
            disabled={isLast}
            loading={move.isPending && move.variables > position}
            onClick={() => move.mutate(position + 1)}
          >
            <IconArrowDown size={18} stroke={1.6} />
          </ActionIcon>
          <Actions rule={rule} onEdit={onEdit} />
        </>
      )}
    </Row>
  )
}

function Actions({ rule: { id, name }, onEdit }: { rule: Rule; onEdit: () => void }) {
  const [asks, ask] = useDisclosure(false)
  const remove = useDeleteRule(id)
  return (
    <>
      <RowMenu label={said.actions(name)}>
        <Menu.Item onClick={onEdit}>{said.change}</Menu.Item>
        <Menu.Item color="var(--mantine-color-error)" onClick={ask.open}>
          {said.remove}
        </Menu.Item>
      </RowMenu>
      <Confirm
        isOpen={asks}
        onClose={ask.close}
        title={said.removeTitle(name)}
        action={said.remove}
        isPending={remove.isPending}
        onConfirm={() => remove.mutate(undefined, { onSettled: ask.close })}
      >
        {said.removeWhy}
      </Confirm>
    </>
  )
}
