/** Joining, leaving, renaming and deleting a channel. */
import { ActionIcon, Button, Group, Menu } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconDots, IconLogout, IconPencil, IconTrash } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { type Channel, useAddMember, useChangeChannel, useDeleteChannel, useRemoveMember } from '../../api/channels.ts'
import { Confirm } from '../../ui/confirm.tsx'
import { noticeDone } from '../../ui/notices.ts'
import { words } from '../../words/words.ts'
import { ChannelForm } from './channel-form.tsx'

const { channels: said } = words

type Props = { channel: Channel; isMember: boolean; userId: string }

export function ChannelActions({ channel, isMember, userId }: Props) {
  const join = useAddMember(channel.id)
  if (!isMember) {
    return (
      <Button loading={join.isPending} onClick={() => join.mutate(userId)}>
        {said.join}
      </Button>
    )
  }
  return <MemberActions channel={channel} userId={userId} />
}

function MemberActions({ channel, userId }: { channel: Channel; userId: string }) {
  const [isRenaming, rename] = useDisclosure(false)
  const [isLeaving, leaving] = useDisclosure(false)
  const [isDeleting, deleting] = useDisclosure(false)
  return (
    <Group gap="xs">
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="default" size="lg" aria-label={said.actions}>
            <IconDots size={18} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconPencil size={16} stroke={1.6} />} onClick={rename.open}>
            {said.rename}
          </Menu.Item>
          <Menu.Item leftSection={<IconLogout size={16} stroke={1.6} />} onClick={leaving.open}>
            {said.leave}
          </Menu.Item>
          <Menu.Item
            color="var(--mantine-color-error)"
            leftSection={<IconTrash size={16} stroke={1.6} />}
            onClick={deleting.open}
          >
            {said.delete}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {isRenaming && <Rename channel={channel} onClose={rename.close} />}
      <Leave channel={channel} userId={userId} isOpen={isLeaving} onClose={leaving.close} />
      <Delete channel={channel} isOpen={isDeleting} onClose={deleting.close} />
    </Group>
  )
}

/** Changes the channel as it was when the dialog was opened. */
function Rename({ channel, onClose }: { channel: Channel; onClose: () => void }) {
  const [before] = useState(channel)
  const change = useChangeChannel(before)
  const labels = { heading: said.rename, action: words.save }
  return <ChannelForm {...labels} channel={before} mutation={change} onClose={onClose} onDone={onClose} />
}

type Asked = { channel: Channel; isOpen: boolean; onClose: () => void }

function Leave({ channel, userId, isOpen, onClose }: Asked & { userId: string }) {
  const leave = useRemoveMember(channel.id)
  const navigate = useNavigate()
  const onConfirm = async () => {
    // Leaves the page first: its data may be out of sight a moment later.
    await leave.mutateAsync(userId).then(
      () => navigate({ to: '/channels', search: {} }),
      () => {},
    )
    onClose()
  }
  return (
    <Confirm
      isOpen={isOpen}
      onClose={onClose}
      isPending={leave.isPending}
      action={said.leave}
      title={said.leaveTitle(channel.title)}
      onConfirm={() => void onConfirm()}
    >
      {channel.private ? said.leavePrivate : said.leavePublic}
    </Confirm>
  )
}

function Delete({ channel, isOpen, onClose }: Asked) {
  const remove = useDeleteChannel(channel.id)
  const navigate = useNavigate()
  const onDone = async () => {
    noticeDone(said.deleted(channel.title))
    await navigate({ to: '/channels', search: {} })
  }
  return (
    <Confirm
      isOpen={isOpen}
      onClose={onClose}
      isPending={remove.isPending}
      action={said.delete}
      title={said.deleteTitle(channel.title)}
      onConfirm={() => remove.mutate(undefined, { onSuccess: () => void onDone(), onError: onClose })}
    >
      {said.deleteWhy(channel.member_count)}
    </Confirm>
  )
}
