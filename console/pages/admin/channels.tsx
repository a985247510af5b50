/** Every channel of the workspace, private ones too. */
import { Button, Group, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { allChannelsQuery } from '../../api/workspace.ts'
import { later } from '../../ui/later.tsx'
import { Mark } from '../../ui/mark.tsx'
import { Row, Rows } from '../../ui/rows.tsx'
import { Empty, Loaded } from '../../ui/section.tsx'
import { adminWords } from '../../words/admin/words.ts'

const { allChannels: said } = adminWords
const NewChannel = later(async () => (await import('../channels/new-channel.tsx')).NewChannel, null)

export function Channels() {
  const channels = useQuery(allChannelsQuery)
  const [isMaking, making] = useDisclosure(false)
  return (
    <>
      <Group justify="space-between" mb="md" align="flex-start">
        <Text c="dimmed" size="sm" style={{ flex: '1 1 280px' }}>
          {said.about}
        </Text>
        <Button onClick={making.open}>{said.create}</Button>
      </Group>
      <Loaded of={channels}>
        {(all) =>
          all.length === 0 ? (
            <Empty title={said.none} />
          ) : (
            <Rows label={said.title}>
              {all.map(({ id, title, member_count, private: isPrivate }) => (
                <Row key={id} title={<ToChannel id={id} title={title} />} meta={said.members(member_count)} isLink>
                  {isPrivate && <Mark tone="quiet">{said.private}</Mark>}
                </Row>
              ))}
            </Rows>
          )
        }
      </Loaded>
      {isMaking && <NewChannel onClose={making.close} />}
    </>
  )
}

const ToChannel = ({ id, title }: { id: string; title: string }) => (
  <Link to="/channel/$channelId" params={{ channelId: id }} search={{ shows: 'members' }}>
    {title}
  </Link>
)
