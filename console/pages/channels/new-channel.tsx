/** Creates a channel and opens it. */
import { useNavigate } from '@tanstack/react-router'
import { useCreateChannel } from '../../api/channels.ts'
import { words } from '../../words/words.ts'
import { ChannelForm } from './channel-form.tsx'

const { channels: said } = words

export function NewChannel({ onClose }: { onClose: () => void }) {
  const create = useCreateChannel()
  const navigate = useNavigate()
  return (
    <ChannelForm
      heading={said.create}
      action={said.make}
      mutation={create}
      onClose={onClose}
      onDone={({ id }) => void navigate({ to: '/channel/$channelId', params: { channelId: id }, search: {} })}
    />
  )
}
