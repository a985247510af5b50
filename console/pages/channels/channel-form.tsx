/** Fields for the name of a channel, and whether it is private. */
import { Switch, TextInput } from '@mantine/core'
import type { UseMutationResult } from '@tanstack/react-query'
import { useState } from 'react'
import type { Channel } from '../../api/channels.ts'
import { DialogForm } from '../../ui/dialog-form.tsx'
import { words } from '../../words/words.ts'

const { channels: said } = words

type Fields = { title: string; private: boolean }

type Props = {
  heading: string
  action: string
  channel?: Channel
  mutation: UseMutationResult<Channel, Error, Fields>
  onClose: () => void
  onDone: (channel: Channel) => void
}

export function ChannelForm({ heading, action, channel, mutation, onClose, onDone }: Props) {
  const [fields, setFields] = useState<Fields>({ title: channel?.title ?? '', private: channel?.private ?? false })
  const submit = () => mutation.mutate({ ...fields, title: fields.title.trim() }, { onSuccess: onDone })
  return (
    <DialogForm
      title={heading}
      onClose={onClose}
      onSubmit={submit}
      action={action}
      isDisabled={fields.title.trim() === ''}
      mutation={mutation}
    >
      <TextInput
        label={said.name}
        data-autofocus
        required
        maxLength={255}
        value={fields.title}
        onChange={(event) => setFields({ ...fields, title: event.currentTarget.value })}
      />
      <Switch
        label={said.private}
        description={said.privateHint}
        checked={fields.private}
        onChange={(event) => setFields({ ...fields, private: event.currentTarget.checked })}
      />
    </DialogForm>
  )
}
