/** The chat that gets the recaps of a channel: set, tried and removed by its members, and what was sent to it. */
import { Button, Group, Menu, Stack, Text, Title } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { components } from '@minutebook/client'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type Channel, type ChannelChat, channelQuery, useSetChat } from '../../api/channels.ts'
import { type Delivery, deliveriesQuery, useSendTest } from '../../api/deliveries.ts'
import { Confirm } from '../../ui/confirm.tsx'
import { Mark } from '../../ui/mark.tsx'
import { noticeDone } from '../../ui/notices.ts'
import { Row, RowMenu, Rows } from '../../ui/rows.tsx'
import { Empty, Loaded, More } from '../../ui/section.tsx'
import { words } from '../../words/words.ts'
import { DeliveryRow } from '../webhook/deliveries.tsx'
import { DeliveryDrawer } from '../webhook/delivery-drawer.tsx'
import { ChatForm } from './chat-form.tsx'

const { chat: said } = words.channels

const soonMs = 5_000

type Props = { channelId: string; members: components['schemas']['User'][] }

export function Chat({ channelId, members }: Props) {
  // A delivery may show that the webhook was removed there.
  const channel = useQuery({ ...channelQuery(channelId), refetchInterval: soonMs })
  const [isSetting, setting] = useDisclosure(false)
  return (
    <Loaded of={channel}>
      {(channel) => (
        <>
          {channel.deliver_to ? (
            <Present channel={channel} chat={channel.deliver_to} members={members} onChange={setting.open} />
          ) : (
            <Empty title={said.none} action={<Button onClick={setting.open}>{said.set}</Button>}>
              {said.noneWhy}
            </Empty>
          )}
          {isSetting && <ChatForm channel={channel} onClose={setting.close} />}
        </>
      )}
    </Loaded>
  )
}

type PresentProps = Pick<Props, 'members'> & { channel: Channel; chat: ChannelChat; onChange: () => void }

function Present({ channel, chat, members, onChange }: PresentProps) {
  const test = useSendTest(chat.webhook_id)
  const remove = useSetChat(channel.id)
  const [isRemoving, removing] = useDisclosure(false)
  const by = members.find(({ id }) => id === chat.set_by)?.full_name ?? said.formerMember
  const tone = { active: 'good', stopped: 'warn', failed: 'bad' } as const
  return (
    <Stack gap="xl">
      <div>
        <Rows label={said.title}>
          <Row title={said.kinds[chat.kind]} meta={`${new URL(chat.origin).host} · ${said.setBy(by)}`}>
            <Mark tone={tone[chat.status]}>{said.states[chat.status]}</Mark>
            <RowMenu label={words.moreFor(said.kinds[chat.kind])}>
              <Menu.Item onClick={onChange}>{said.change}</Menu.Item>
              <Menu.Item color="var(--mantine-color-error)" onClick={removing.open}>
                {said.remove}
              </Menu.Item>
            </RowMenu>
          </Row>
        </Rows>
        {chat.status === 'active' ? (
          <Group mt="md">
            <Button
              variant="default"
              loading={test.isPending}
              onClick={() => test.mutate('ai_note.shared_to_channel', { onSuccess: () => noticeDone(said.tested) })}
            >
              {said.test}
            </Button>
          </Group>
        ) : (
          <Stack mt="md" gap="sm" align="flex-start">
            <Text size="sm" role="status">
              {said.why[chat.status]}
            </Text>
            <Button onClick={onChange}>{said.changeAddress}</Button>
          </Stack>
        )}
      </div>
      <Sent chat={chat} />
      <Confirm
        isOpen={isRemoving}
        onClose={removing.close}
        title={said.removeTitle}
        action={said.remove}
        isPending={remove.isPending}
        onConfirm={() => remove.mutate(null, { onSettled: removing.close })}
      >
        {said.removeWhat}
      </Confirm>
    </Stack>
  )
}

/** A recap that the channel does not read any more has no title here. */
const titleOf = ({ test, recap_title }: Pick<Delivery, 'test' | 'recap_title'>) =>
  test ? said.testMessage : (recap_title ?? said.recap)

const plain = { titleOf, details: said.details }

function Sent({ chat }: { chat: ChannelChat }) {
  const [open, setOpen] = useState<string>()
  const deliveries = useInfiniteQuery(deliveriesQuery(chat.webhook_id, {}))
  const webhook = { id: chat.webhook_id, status: chat.status === 'active' ? 'active' : 'inactive' } as const
  return (
    <section>
      <Title order={2} size="h4" mb="xs">
        {said.sent}
      </Title>
      <Loaded of={deliveries}>
        {({ pages }) => {
          const all = pages.flatMap(({ data }) => data)
          if (all.length === 0) return <Text c="dimmed">{said.nothingSent}</Text>
          return (
            <Rows label={said.sent}>
              {all.map((delivery) => (
                <DeliveryRow
                  key={delivery.id}
                  title={titleOf(delivery)}
                  delivery={delivery}
                  onOpen={() => setOpen(delivery.id)}
                />
              ))}
            </Rows>
          )
        }}
      </Loaded>
      <More of={deliveries} />
      <DeliveryDrawer webhook={webhook} hookId={open} plain={plain} onClose={() => setOpen(undefined)} />
    </section>
  )
}
