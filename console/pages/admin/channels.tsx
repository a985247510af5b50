/** Every channel of the workspace, private ones too. */
import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { allChannelsQuery } from '../../api/workspace.ts'
import { Mark } from '../../ui/mark.tsx'
import { Row, Rows } from '../../ui/rows.tsx'
import { Empty, Loaded } from '../../ui/section.tsx'
import { adminWords } from '../../words/admin/words.ts'

const { allChannels: said } = adminWords

export function Channels() {
  const channels = useQuery(allChannelsQuery)
  return (
    <>
      <Text c="dimmed" size="sm" mb="md">
        {said.about}
      </Text>
      <Loaded of={channels}>
        {(all) =>
          all.length === 0 ? (
            <Empty title={said.none} />
          ) : (
            <Rows label={said.title}>
              {all.map((channel) => (
                <Row key={channel.id} title={channel.title} meta={said.members(channel.member_count)}>
                  {channel.private && <Mark tone="quiet">{said.private}</Mark>}
                </Row>
              ))}
            </Rows>
          )
        }
      </Loaded>
    </>
  )
}
