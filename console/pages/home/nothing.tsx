/** First steps for a person without meetings. */
import { Button, Group } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { channelsQuery } from '../../api/channels.ts'
import { Message } from '../../ui/states.tsx'
import { words } from '../../words/words.ts'

const { home: said } = words

export function Nothing() {
  const { data: channels = [] } = useQuery(channelsQuery('mine'))
  const ways = (
    <Group gap="sm" justify="center">
      <Button renderRoot={(props) => <Link to="/calendar" {...props} />}>{said.connect}</Button>
      <Button variant="light" renderRoot={(props) => <Link to="/uploads" search={{}} {...props} />}>
        {said.upload}
      </Button>
      {channels.length > 0 && (
        <Button variant="default" renderRoot={(props) => <Link to="/channels" {...props} />}>
          {said.channels(channels.length)}
        </Button>
      )}
    </Group>
  )
  return (
    <Message order={2} title={words.meetings.none} action={ways}>
      {words.meetings.noneWhy}
    </Message>
  )
}
