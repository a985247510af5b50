/** Shows and changes the kind of the line with the cursor, for people who do not know the markup. */
import { ActionIcon, Button, Group, Menu, Tooltip } from '@mantine/core'
import {
  IconArrowBackUp,
  IconArrowForwardUp,
  IconBold,
  IconCheck,
  IconChevronDown,
  IconIndentDecrease,
  IconIndentIncrease,
  IconItalic,
  type TablerIcon,
} from '@tabler/icons-react'
import { redo, redoDepth, undo, undoDepth } from 'prosemirror-history'
import type { Command, EditorState } from 'prosemirror-state'
import type { ReactNode } from 'react'
import { words } from '../../../words/words.ts'
import { currentLine, indent, isOfType, setType, toggleStyle } from './commands.ts'
import classes from './editor.module.css'
import { type KindName, kinds } from './kinds.ts'

const { editor: said } = words.note

type Props = { state: EditorState | null; onCommand: (command: Command) => void; children: ReactNode }

export function Toolbar({ state, onCommand, children }: Props) {
  const line = state && currentLine(state)?.node
  const now = kinds.find(([, type]) => line && isOfType(line, type))?.[0] ?? (line ? 'unknown' : 'paragraph')
  return (
    <div className={classes.tools} role="toolbar" aria-label={said.toolbar}>
      <Group gap={2} wrap="nowrap">
        <KindMenu now={now} onCommand={onCommand} />
        <Tool label={said.outdent} icon={IconIndentDecrease} onClick={() => onCommand(indent(-1))} />
        <Tool label={said.indent} icon={IconIndentIncrease} onClick={() => onCommand(indent(1))} />
        <Tool label={said.bold} icon={IconBold} onClick={() => onCommand(toggleStyle('bold'))} />
        <Tool label={said.italic} icon={IconItalic} isRare onClick={() => onCommand(toggleStyle('italic'))} />
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

function KindMenu({ now, onCommand }: { now: KindName; onCommand: Props['onCommand'] }) {
  return (
    <Menu position="bottom-start" width={230} returnFocus={false}>
      <Menu.Target>
        <Button
          variant="subtle"
          color="gray"
          size="compact-md"
          className={classes.kind}
          // Else a g is cut.
          styles={{ label: { overflow: 'visible' } }}
          aria-label={said.kind(said.kinds[now])}
          rightSection={<IconChevronDown size={14} />}
        >
          {said.kinds[now]}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {kinds.map(([name, type, sign]) => (
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

/** `isRare`: a phone has no room for it. */
type ToolProps = { label: string; icon: TablerIcon; isOff?: boolean; isRare?: boolean; onClick: () => void }

function Tool({ label, icon: Icon, isOff = false, isRare, onClick }: ToolProps) {
  return (
    <Tooltip label={label}>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={34}
        className={classes.tool}
        data-rare={isRare}
        aria-label={label}
        disabled={isOff}
        onClick={onClick}
      >
        <Icon size={18} stroke={1.6} />
      </ActionIcon>
    </Tooltip>
  )
}
