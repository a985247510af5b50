/** Shows two versions of a note side by side, to choose one. */
import { Button, Group, ScrollArea, SimpleGrid, Text, Title } from '@mantine/core'
import { Dialog } from '../../../ui/dialog.tsx'
import { words } from '../../../words/words.ts'
import { AgendaView } from '../agenda-view.tsx'
import classes from './editor.module.css'
import type { Text as NoteText, SaverState } from './saver.ts'

const { conflict: said } = words.note

type Props = { state: SaverState; nameOf: (userId: string) => string; onMine: () => void; onTheirs: () => void }

export function Conflict({ state, nameOf, onMine, onTheirs }: Props) {
  if (state.kind !== 'conflict') return null
  return (
    <Dialog isOpen onClose={() => {}} title={said.title} size="xl" mustChoose>
      <Text mb="md">{said.why}</Text>
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
        <Version name={said.mine} text={state.mine} other={state.theirs} nameOf={nameOf} />
        <Version name={said.theirs} text={state.theirs} other={state.mine} nameOf={nameOf} />
      </SimpleGrid>
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={onTheirs}>
          {said.takeTheirs}
        </Button>
        <Button onClick={onMine}>{said.keepMine}</Button>
      </Group>
    </Dialog>
  )
}

type VersionProps = { name: string; text: NoteText; other: NoteText; nameOf: Props['nameOf'] }

/** Marks lines that are not in the other version. */
function Version({ name, text, other, nameOf }: VersionProps) {
  return (
    <section className={classes.version} aria-label={name}>
      <Title order={3} size="sm" c="dimmed">
        {name}
      </Title>
      <ScrollArea.Autosize mah="50dvh" mx={-6} type="auto" viewportProps={{ tabIndex: 0, style: { paddingInline: 6 } }}>
        {text.title !== other.title && (
          <Text fw={600} className={classes.differs}>
            {text.title}
          </Text>
        )}
        <AgendaView markup={text.markup} nameOf={nameOf} other={other.markup} />
      </ScrollArea.Autosize>
    </section>
  )
}
