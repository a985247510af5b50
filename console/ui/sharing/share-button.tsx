/** Says who sees a note or a recap, and changes it for those who may. */
import { Alert, Button, Modal, Skeleton, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconUsers } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { sharingQuery, type Thing } from '../../api/sharing.ts'
import { words } from '../../words/words.ts'
import { Channels } from './channels.tsx'
import { People } from './people.tsx'

const { sharing: said } = words

export function ShareButton({ thing, title }: { thing: Thing; title: string }) {
  const [isOpen, { open, close }] = useDisclosure(false)
  return (
    <>
      <Button variant="default" size="sm" leftSection={<IconUsers size={16} stroke={1.6} />} onClick={open}>
        {said.open}
      </Button>
      <Modal
        opened={isOpen}
        onClose={close}
        title={said.titles[thing.kind]}
        closeButtonProps={{ 'aria-label': words.close }}
        centered
      >
        <Doors thing={thing} title={title} />
      </Modal>
    </>
  )
}

function Doors({ thing, title }: { thing: Thing; title: string }) {
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
