/** In the demo: where to start. */
import { Anchor, List, Paper, Text, Title } from '@mantine/core'
import type { Note } from '@minutebook/client'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ownNotesQuery } from '../../api/meetings.ts'
import { workspaceQuery } from '../../api/workspace.ts'
import { byTime } from '../../ui/by-time.ts'
import { NextStep } from '../../ui/next-step.tsx'
import { words } from '../../words/words.ts'

const { demo: said } = words.home

/** Nobody has an address there (RFC 2606), so no workspace of anybody's own has it. */
const demoDomain = 'acme.test'

export function DemoStart() {
  const { data } = useQuery(workspaceQuery)
  const { data: notes = [] } = useQuery(ownNotesQuery)
  if (!data?.workspace.email_domains.includes(demoDomain)) return null
  const { upcoming, earlier } = byTime(notes, Date.now())
  const heard = earlier.find(({ recording_ids }) => recording_ids.length > 0)
  const written: Note | undefined = upcoming[0] ?? earlier[0]
  return (
    <Paper withBorder p="lg" mb="lg" component="section">
      <Title order={2} size="h4" mb="sm">
        {said.title}
      </Title>
      <List size="sm" spacing={6}>
        {heard && (
          <List.Item>
            <Anchor
              inherit
              renderRoot={(props) => (
                <Link
                  to="/recap/$recordingId"
                  params={{ recordingId: heard.recording_ids[0]! }}
                  search={{}}
                  {...props}
                />
              )}
            >
              {said.heard(heard.title)}
            </Anchor>
          </List.Item>
        )}
        {written && (
          <List.Item>
            <Anchor
              inherit
              renderRoot={(props) => <Link to="/note/$noteId" params={{ noteId: written.id }} {...props} />}
            >
              {said.ahead(written.title)}
            </Anchor>
          </List.Item>
        )}
        <List.Item>
          <Anchor inherit renderRoot={(props) => <Link to="/search" search={{}} {...props} />}>
            {said.find}
          </Anchor>
        </List.Item>
      </List>
      <Text size="sm" c="dimmed" mt="sm">
        <NextStep of="demo" />
      </Text>
    </Paper>
  )
}
