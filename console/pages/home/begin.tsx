/** Ways to begin, for a person without meetings. */
import { Anchor, Button, Paper, SimpleGrid, Text, Title } from '@mantine/core'
import { IconCalendarPlus, IconNotes, IconPackageImport, IconUpload, type TablerIcon } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { channelsQuery } from '../../api/channels.ts'
import { NewNote } from '../../ui/new-note.tsx'
import { words } from '../../words/words.ts'
import classes from './home.module.css'

const { begin: said } = words.home

export function Begin() {
  const { data: channels = [] } = useQuery(channelsQuery('mine'))
  return (
    <section>
      <Title order={2} size="h3" mb="lg">
        {said.title}
      </Title>
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
        <Way icon={IconCalendarPlus} {...said.calendar}>
          <Button renderRoot={(props) => <Link to="/calendar" search={{}} {...props} />}>{words.home.connect}</Button>
        </Way>
        <Way icon={IconUpload} {...said.upload}>
          <Button variant="light" renderRoot={(props) => <Link to="/uploads" search={{}} {...props} />}>
            {words.home.upload}
          </Button>
        </Way>
        <Way icon={IconNotes} {...said.note}>
          <NewNote variant="light" />
        </Way>
        <Way icon={IconPackageImport} {...said.import}>
          <Button variant="light" renderRoot={(props) => <Link to="/import" {...props} />}>
            {words.import.title}
          </Button>
        </Way>
      </SimpleGrid>
      {channels.length > 0 && (
        <Anchor mt="md" display="inline-block" renderRoot={(props) => <Link to="/channels" {...props} />}>
          {words.home.channels(channels.length)}
        </Anchor>
      )}
    </section>
  )
}

type WayProps = { icon: TablerIcon; title: string; text: string; children: ReactNode }

function Way({ icon: Icon, title, text, children }: WayProps) {
  return (
    <Paper withBorder p="lg" className={classes.way}>
      <Icon size={26} stroke={1.5} aria-hidden />
      <Title order={3} size="h4">
        {title}
      </Title>
      <Text size="sm" c="dimmed" flex={1}>
        {text}
      </Text>
      {children}
    </Paper>
  )
}
