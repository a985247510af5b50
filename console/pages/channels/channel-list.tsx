/** A list of channels. */
import { Button, Title } from '@mantine/core'
import { IconHash, IconLock } from '@tabler/icons-react'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type Channel, useAddMember } from '../../api/channels.ts'
import { sessionQuery } from '../../api/queries.ts'
import rows from '../../ui/rows.module.css'
import { words } from '../../words/words.ts'
import classes from './channels.module.css'

const { channels: said } = words

/** @param joins  true if the person is in none of them: the public ones can be joined */
export function ChannelList({ heading, channels, joins }: { heading: string; channels: Channel[]; joins?: boolean }) {
  return (
    <section>
      <Title order={2} className={rows.heading}>
        {heading}
      </Title>
      <ul className={rows.list}>
        {channels.map((channel) => (
          <li key={channel.id} className={`${rows.row} ${classes.row}`}>
            <span className={classes.sign}>
              {channel.private ? <IconLock size={18} stroke={1.6} /> : <IconHash size={18} stroke={1.6} />}
            </span>
            <span className={rows.what}>
              <Link
                to="/channel/$channelId"
                params={{ channelId: channel.id }}
                search={{}}
                className={rows.title}
                dir="auto"
                data-row
              >
                {channel.title}
              </Link>
              <span className={rows.who}>
                {said.members(channel.member_count)}
                {channel.private && ` · ${said.isPrivate}`}
              </span>
            </span>
            {joins && !channel.private && <Join channel={channel} />}
          </li>
        ))}
      </ul>
    </section>
  )
}

function Join({ channel: { id, title } }: { channel: Channel }) {
  const { data: session } = useSuspenseQuery(sessionQuery)
  const join = useAddMember(id)
  return (
    <Button
      size="xs"
      variant="light"
      className={classes.above}
      loading={join.isPending}
      aria-label={said.joinNamed(title)}
      onClick={() => join.mutate(session.user.id)}
    >
      {said.join}
    </Button>
  )
}
