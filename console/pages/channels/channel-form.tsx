/** The name of a channel, and whether others find it. */
import { Button, Group, Modal, Stack, Switch, Text, TextInput } from '@mantine/core'
import type { UseMutationResult } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { Channel } from '../../api/channels.ts'
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
  const submit = (event: FormEvent) => {
    event.preventDefault()
    mutation.mutate({ ...fields, title: fields.title.trim() }, { onSuccess: onDone })
  }
  return (
    <Modal opened onClose={onClose} title={heading} closeButtonProps={{ 'aria-label': words.close }} centered>
      <form onSubmit={submit}>
        <Stack gap="md">
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
          {mutation.error && (
            <Text c="var(--mantine-color-error)" size="sm" role="alert">
              {mutation.error.message}
            </Text>
          )}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {words.cancel}
            </Button>
            <Button type="submit" loading={mutation.isPending} disabled={fields.title.trim() === ''}>
              {action}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
