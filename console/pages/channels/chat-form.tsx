/** Which service a channel's recaps go to, and the address of its incoming webhook, which nobody is shown again. */
import { Select, TextInput } from '@mantine/core'
import { useState } from 'react'
import { type Channel, type ChannelChat, useSetChat } from '../../api/channels.ts'
import { DialogForm } from '../../ui/dialog-form.tsx'
import { words } from '../../words/words.ts'

const { chat: said } = words.channels

const kinds = Object.entries(said.kinds).map(([value, label]) => ({ value, label }))

export function ChatForm({ channel, onClose }: { channel: Channel; onClose: () => void }) {
  const [kind, setKind] = useState<ChannelChat['kind']>(channel.deliver_to?.kind ?? 'slack')
  const [url, setUrl] = useState('')
  const set = useSetChat(channel.id)
  return (
    <DialogForm
      title={said.title}
      onClose={onClose}
      onSubmit={() => set.mutate({ kind, url: url.trim() }, { onSuccess: onClose })}
      action={words.save}
      isDisabled={url.trim() === ''}
      mutation={set}
    >
      <Select
        label={said.service}
        data={kinds}
        allowDeselect={false}
        value={kind}
        onChange={(next) => next && setKind(next as ChannelChat['kind'])}
      />
      <TextInput
        label={said.address}
        description={said.where[kind]}
        data-autofocus
        type="url"
        autoComplete="off"
        required
        maxLength={2_048}
        value={url}
        onChange={(event) => setUrl(event.currentTarget.value)}
      />
    </DialogForm>
  )
}
