/** Who sees a note or a recap, and what the caller may change of it. */
import { Alert, Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { sharingQuery, type Thing } from '../../api/sharing.ts'
import { words } from '../../words/words.ts'
import { Channels } from './channels.tsx'
import { People } from './people.tsx'

const { sharing: said } = words

export function SharingParts({ thing, title }: { thing: Thing; title: string }) {
  const { data: sharing, error } = useQuery(sharingQuery(thing))
  if (error) return <Alert color="red">{error.message}</Alert>
  if (!sharing) return <Skeleton height={120} />
  return (
    <Stack gap="lg">
      <Text size="sm" c="dimmed">
        {said.invited} {said.notOthers[thing.kind]}
      </Text>
      <People thing={thing} title={title} sharing={sharing} />
      <Channels thing={thing} sharing={sharing} />
      {!sharing.may_share && (
        <Text size="sm" c="dimmed">
          {said.onlyAttendees}
        </Text>
      )}
    </Stack>
  )
}
