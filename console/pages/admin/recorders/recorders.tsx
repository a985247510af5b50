/** The services whose cloud recordings are imported automatically. */
import { Button, Group, Stack, Text, Title } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { peopleQuery } from '../../../api/people.ts'
import { recordersQuery } from '../../../api/recorders.ts'
import { later } from '../../../ui/later.tsx'
import { Rows } from '../../../ui/rows.tsx'
import { Loaded } from '../../../ui/section.tsx'
import { adminWords } from '../../../words/admin/words.ts'
import { groups } from './groups.ts'
import { RecorderRow } from './recorder-row.tsx'

const { recorders: said } = adminWords
const NewRecorder = later(async () => (await import('./new-recorder.tsx')).NewRecorder, null)

export function Recorders() {
  const recorders = useQuery(recordersQuery)
  const { data: people = [] } = useQuery(peopleQuery)
  const [isAdding, adding] = useDisclosure(false)
  return (
    <>
      <Group justify="space-between" mb="md" align="flex-start">
        <Text c="dimmed" size="sm" maw={640} style={{ flex: '1 1 280px' }}>
          {said.about}
        </Text>
        <Button onClick={adding.open}>{said.add}</Button>
      </Group>
      <Loaded of={recorders}>
        {(all) =>
          all.length === 0 ? (
            <NoRecorders />
          ) : (
            <Rows label={said.title}>
              {all.map((each) => (
                <RecorderRow key={each.id} recorder={each} person={people.find(({ id }) => id === each.user_id)} />
              ))}
            </Rows>
          )
        }
      </Loaded>
      {isAdding && <NewRecorder onClose={adding.close} />}
    </>
  )
}

/** The steps at each service. */
function NoRecorders() {
  return (
    <Stack gap="lg" py="xl" maw={640}>
      <div>
        <Text fw={600}>{said.none}</Text>
        <Text size="sm" c="dimmed">
          {said.noneWhy}
        </Text>
      </div>
      {groups.map(({ title, kinds }) => (
        <Stack key={title} gap="lg">
          <Title order={2} size="h4">
            {title}
          </Title>
          {kinds.map((kind) => (
            <div key={kind}>
              <Text fw={600} size="sm">
                {said.kinds[kind]}
              </Text>
              <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
                {said.steps[kind]}
              </Text>
            </div>
          ))}
        </Stack>
      ))}
      <Text size="sm" c="dimmed">
        {said.allSteps}
      </Text>
    </Stack>
  )
}
