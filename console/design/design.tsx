/** The parts of the console, one below the other. */
import { Button, Group, Menu, Notification, Stack, Text, Title } from '@mantine/core'
import { type ReactNode, useRef } from 'react'
import { ItemRow } from '../pages/items/item-row.tsx'
import { MeetingRows } from '../pages/meetings/meeting-list.tsx'
import { AgendaEditor } from '../pages/note/editor/agenda-editor.tsx'
import type { Editor } from '../pages/note/editor/open-editor.ts'
import { PlayerBar } from '../pages/recap/player-bar.tsx'
import { colors, spaces } from '../tokens.ts'
import { Mark, type Tone } from '../ui/mark.tsx'
import { asDone, asFailed } from '../ui/notices.ts'
import { RecordBar } from '../ui/record/record-bar.tsx'
import { Row, RowMenu, Rows } from '../ui/rows.tsx'
import { Copyable, Secret } from '../ui/secret.tsx'
import { Empty, Refusal } from '../ui/section.tsx'
import { Failed, Loading, Message } from '../ui/states.tsx'
import { UploadProgress } from '../ui/upload-progress.tsx'
import { Buttons } from './buttons.tsx'
import classes from './design.module.css'
import { Fields } from './fields.tsx'
import { agenda, items, meetings, players, recordings } from './samples.ts'

const tones: Tone[] = ['good', 'bad', 'warn', 'quiet', 'plain']
const nothing = () => {}

const parts: Record<string, () => ReactNode> = {
  Colours: () =>
    Object.keys(colors).map((name) => (
      <div key={name} className={classes.color}>
        <span style={{ background: `var(--color-${name})` }} />
        <Text size="xs">{name}</Text>
      </div>
    )),
  Distances: () =>
    spaces.map((space) => <span key={space} className={classes.space} style={{ width: `var(--space-${space})` }} />),
  Type: () => (
    <Stack gap="xs">
      <Title>A page</Title>
      <Title order={2}>A part</Title>
      <Title order={3}>A part of it</Title>
      <Text>What is read.</Text>
      <Text size="sm" c="dimmed">
        What is beside it.
      </Text>
      <Text size="xs">What is small.</Text>
    </Stack>
  ),
  Button: () => <Buttons />,
  Field: () => <Fields />,
  Tag: () =>
    tones.map((tone) => (
      <Mark key={tone} tone={tone}>
        {tone}
      </Mark>
    )),
  Row: () => (
    <Rows label="Rows">
      <Row title="A person" meta="ada@acme.test">
        <Mark tone="warn">Administrator</Mark>
        <RowMenu label="More">{null}</RowMenu>
      </Row>
      <Row title="Switched off" meta="bo@acme.test" isFaded />
    </Rows>
  ),
  Meeting: () => <MeetingRows notes={meetings} />,
  Item: () => (
    <ul className={classes.list}>
      {items.map((item) => (
        <ItemRow key={item.id} item={item} note={meetings[0]} onEdit={nothing} />
      ))}
    </ul>
  ),
  Menu: () => (
    <div className={classes.menu}>
      <Menu
        opened
        withinPortal={false}
        hideDetached={false}
        withInitialFocusPlaceholder={false}
        transitionProps={{ duration: 0 }}
        position="bottom-start"
        trapFocus={false}
      >
        <Menu.Target>
          <Button variant="default">Menu</Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item>An action</Menu.Item>
          <Menu.Item disabled>One that cannot be done</Menu.Item>
          <Menu.Divider />
          <Menu.Item color="var(--mantine-color-error)">One that deletes</Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </div>
  ),
  Player: () =>
    players.map((player) => (
      <Framed key={`${player.isPlaying}`}>{<PlayerBar player={player} marks={[{ at: 12 }]} linkTo={String} />}</Framed>
    )),
  'Record bar': () => recordings.map((state) => <RecordBar key={state.id} state={state} />),
  Agenda: () => <Agenda />,
  Progress: () => <UploadProgress upload={{ title: '', progress: { stage: 'transcribing', done: 0.4 } }} seenAt={0} />,
  Secret: () => (
    <Secret label="Key" secret="mb_0123456789">
      It is shown once.
    </Secret>
  ),
  Copy: () => <Copyable label="Address" text="https://acme.test/recap/r_1" />,
  Empty: () => <Empty title="No keys yet">A key lets a program act as you.</Empty>,
  Message: () => <Message title="Nothing is here">It may have been deleted.</Message>,
  Error: () => (
    <>
      <Refusal error={new Error('Broken')} />
      <Failed error={new Error('Broken')} onAgain={nothing} />
    </>
  ),
  Loading: () => <Loading lines={3} />,
  Toast: () =>
    [asDone('Saved.'), asFailed(new Error('Broken'))].map(({ message, ...look }) => (
      <Notification key={message} {...look}>
        {message}
      </Notification>
    )),
}

export function Design() {
  return (
    <main className={classes.page}>
      {Object.entries(parts).map(([name, Part]) => (
        <section key={name} className={classes.part}>
          <Title order={2} size="h5">
            {name}
          </Title>
          <Group gap="sm" className={classes.shown}>
            <Part />
          </Group>
        </section>
      ))}
    </main>
  )
}

/** What is fixed to the window is fixed to this. */
const Framed = ({ children }: { children: ReactNode }) => <div className={classes.frame}>{children}</div>

function Agenda() {
  const editor = useRef<Editor>(null)
  return (
    <AgendaEditor
      editor={editor}
      initial={agenda}
      meeting={{ emails: [], start: null }}
      nameOf={String}
      onWrite={nothing}
      sign={<Text size="sm">Saved</Text>}
    />
  )
}
