/** What came of connecting an account, when the browser comes back from the provider. */
import { Alert, Anchor } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { feedsQuery } from '../../api/calendar.ts'
import type { Arrival } from '../../api/calendar-accounts.ts'
import { words } from '../../words/words.ts'

const { calendar: said } = words

export function Arrived({ arrival: { connected, refused } }: { arrival: Arrival }) {
  const { data: feeds = [] } = useQuery(feedsQuery)
  const navigate = useNavigate()
  const close = () => void navigate({ to: '/calendar', search: {}, replace: true })
  const closing = { withCloseButton: true, closeButtonLabel: words.close, onClose: close }
  if (refused) {
    return (
      <Alert color="red" role="alert" title={said.notConnected} {...closing}>
        {said.refused[refused]}
      </Alert>
    )
  }
  const feed = feeds.find(({ id }) => id === connected)
  if (!feed) return null
  return (
    <Alert color="pine" role="status" title={said.connected(feed.account ?? feed.host)} {...closing}>
      {feed.last_read_at ? (
        <Anchor size="sm" renderRoot={(props) => <Link to="/notes" search={{}} {...props} />}>
          {words.states.toMeetings}
        </Anchor>
      ) : (
        said.firstRead
      )}
    </Alert>
  )
}
