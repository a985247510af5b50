/** Which service a channel's recaps go to, and the address of its incoming webhook, which nobody is shown again. */
import { Anchor, Select, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { type Channel, type ChannelChat, useSetChat } from '../../api/channels.ts'
import { DialogForm } from '../../ui/dialog-form.tsx'
import { words } from '../../words/words.ts'
import { isForeignTo, kindOfAddress } from './kind-of-address.ts'

const { chat: said } = words.channels

type Kind = ChannelChat['kind']

const kinds = Object.entries(said.kinds).map(([value, label]) => ({ value, label }))

export function ChatForm({ channel, onClose }: { channel: Channel; onClose: () => void }) {
  const [kind, setKind] = useState<Kind | null>(channel.deliver_to?.kind ?? null)
  const [url, setUrl] = useState('')
  const set = useSetChat(channel.id)
  const isForeign = isForeignTo(kind, url)
  const paste = (text: string) => {
    setUrl(text)
    setKind(kindOfAddress(text) ?? kind)
  }
  return (
    <DialogForm
      title={said.title}
      onClose={onClose}
      onSubmit={() => kind && set.mutate({ kind, url: url.trim() }, { onSuccess: onClose })}
      action={words.save}
      isDisabled={kind === null || url.trim() === '' || isForeign}
      mutation={set}
    >
      {channel.deliver_to && <Text size="sm">{said.pasteAgain}</Text>}
      <Select
        label={said.service}
        placeholder={said.fromAddress}
        data={kinds}
        allowDeselect={false}
        value={kind}
        onChange={(next) => next && setKind(next as Kind)}
      />
      <TextInput
        label={said.address}
        description={<Where kind={kind} />}
        error={isForeign && said.notSlack}
        data-autofocus
        type="url"
        autoComplete="off"
        required
        maxLength={2_048}
        value={url}
        onChange={(event) => paste(event.currentTarget.value)}
      />
    </DialogForm>
  )
}

function Where({ kind }: { kind: Kind | null }) {
  if (kind !== 'slack') return kind === null ? said.whereAny : said.where[kind]
  return (
    <>
      {said.where.slack}{' '}
      <Anchor href="https://api.slack.com/apps" target="_blank" rel="noreferrer" size="xs">
        api.slack.com/apps
      </Anchor>
    </>
  )
}
