/** Words that a term of the glossary replaced: underlined, with what was heard, and put back with one press. */
import { Button, Popover, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { words } from '../../words/words.ts'
import classes from './recap.module.css'

const { heard: said } = words.recap

type Props = {
  heard: string
  isActive: boolean
  /** Absent if the person may not correct it. */
  onUndo: (() => void) | undefined
  children: ReactNode
}

export function Heard({ heard, isActive, onUndo, children }: Props) {
  const tip = said.tip(heard)
  return (
    <Popover position="top" withArrow trapFocus returnFocus shadow="md">
      <Popover.Target>
        <button type="button" className={classes.heard} data-active={isActive || undefined} title={tip}>
          {children}
        </button>
      </Popover.Target>
      <Popover.Dropdown>
        <Text size="sm" maw={280} mb={onUndo && 'xs'} style={{ overflowWrap: 'anywhere' }} dir="auto">
          {tip}
        </Text>
        {onUndo && (
          <Button size="compact-sm" variant="default" onClick={onUndo}>
            {said.undo}
          </Button>
        )}
      </Popover.Dropdown>
    </Popover>
  )
}
