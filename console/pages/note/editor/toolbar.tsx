/** Shows and changes the kind of the line with the cursor, for people who do not know the markup. */
import { ActionIcon, Button, Group, Menu, Tooltip } from '@mantine/core'
import {
  IconArrowBackUp,
  IconArrowForwardUp,
  IconCheck,
  IconChevronDown,
  IconIndentDecrease,
  IconIndentIncrease,
  type TablerIcon,
} from '@tabler/icons-react'
import { redo, redoDepth, undo, undoDepth } from 'prosemirror-history'
import type { Command, EditorState } from 'prosemirror-state'
import type { ReactNode } from 'react'
import { words } from '../../../words/words.ts'
import { currentLine, indent, isOfType, type LineType, setType } from './commands.ts'
import classes from './editor.module.css'

const { editor: said } = words.note

const types: [keyof typeof said.kinds, LineType, string][] = [
  ['paragraph', { kind: 'paragraph' }, ''],
  ['heading1', { kind: 'heading', level: 1 }, '#'],
  ['heading2', { kind: 'heading', level: 2 }, '##'],
  ['heading3', { kind: 'heading', level: 3 }, '###'],
  ['bullet', { kind: 'bullet' }, '-'],
  ['talking_point', { kind: 'talking_point' }, '>'],
  ['action_item', { kind: 'action_item' }, '[]'],
]

type Props = { state: EditorState | null; onCommand: (command: Command) => void; children: ReactNode }

export function Toolbar({ state, onCommand, children }: Props) {
  const line = state && currentLine(state)?.node
  const now = types.find(([, type]) => line && isOfType(line, type))?.[0] ?? (line ? 'unknown' : 'paragraph')
  return (
    <div className={classes.tools} role="toolbar" aria-label={said.toolbar}>
      <Group gap={2} wrap="nowrap">
        <KindMenu now={now} onCommand={onCommand} />
        <Tool label={said.outdent} icon={IconIndentDecrease} onClick={() => onCommand(indent(-1))} />
        <Tool label={said.indent} icon={IconIndentIncrease} onClick={() => onCommand(indent(1))} />
        <Tool
          label={said.undo}
          icon={IconArrowBackUp}
          isOff={!state || undoDepth(state) === 0}
          onClick={() => onCommand(undo)}
        />
        <Tool
          label={said.redo}
          icon={IconArrowForwardUp}
          isOff={!state || redoDepth(state) === 0}
          onClick={() => onCommand(redo)}
        />
      </Group>
      {children}
    </div>
  )
}

function KindMenu({ now, onCommand }: { now: keyof typeof said.kinds; onCommand: Props['onCommand'] }) {
  return (
    <Menu position="bottom-start" width={230} returnFocus={false}>
      <Menu.Target>
        <Button
          variant="subtle"
          color="gray"
          size="compact-md"
          className={classes.kind}
          aria-label={said.kind(said.kinds[now])}
          rightSection={<IconChevronDown size={14} />}
        >
          {said.kinds[now]}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {types.map(([name, type, sign]) => (
          <Menu.Item
            key={name}
            className={classes.choice}
            leftSection={<IconCheck size={14} style={{ visibility: name === now ? 'visible' : 'hidden' }} />}
            rightSection={<span className={classes.sign}>{sign}</span>}
            onClick={() => onCommand(setType(type))}
          >
            {said.kinds[name]}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

type ToolProps = { label: string; icon: TablerIcon; isOff?: boolean; onClick: () => void }

function Tool({ label, icon: Icon, isOff = false, onClick }: ToolProps) {
  return (
    <Tooltip label={label}>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={34}
        className={classes.tool}
        aria-label={label}
        disabled={isOff}
        onClick={onClick}
      >
        <Icon size={18} stroke={1.6} />
      </ActionIcon>
    </Tooltip>
  )
}
