/** The actions on a webhook. */
import { Button, Group, Menu } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconChevronDown } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useSendTest } from '../../api/deliveries.ts'
import { eventTypesQuery, useDeleteWebhook, useSwitchWebhook, type Webhook } from '../../api/webhooks.ts'
import { Confirm } from '../../ui/confirm.tsx'
import { later } from '../../ui/later.tsx'
import { noticeDone } from '../../ui/notices.ts'
import { RowMenu } from '../../ui/rows.tsx'
import { words } from '../../words/words.ts'
import { EditWebhook } from './edit-webhook.tsx'
import { RotateSecret } from './rotate-secret.tsx'

const { webhook: said } = words
const EditHeaders = later(async () => (await import('./edit-headers.tsx')).EditHeaders, null)

export function Actions({ webhook }: { webhook: Webhook }) {
  const [edits, edit] = useDisclosure(false)
  const [heads, head] = useDisclosure(false)
  const [rotates, rotate] = useDisclosure(false)
  const [asks, ask] = useDisclosure(false)
  const turn = useSwitchWebhook(webhook.id)
  const isActive = webhook.status === 'active'
  return (
    <Group gap="xs" wrap="nowrap">
      {isActive ? (
        <SendTest webhook={webhook} />
      ) : (
        <Button loading={turn.isPending} onClick={() => turn.mutate('active')}>
          {said.resume}
        </Button>
      )}
      <RowMenu label={words.moreFor(webhook.url)}>
        <Menu.Item onClick={edit.open}>{said.edit}</Menu.Item>
        <Menu.Item onClick={head.open}>{words.headers.open}</Menu.Item>
        {isActive && <Menu.Item onClick={() => turn.mutate('inactive')}>{said.pause}</Menu.Item>}
        <Menu.Item onClick={rotate.open}>{said.rotate}</Menu.Item>
        <Menu.Item color="var(--mantine-color-error)" onClick={ask.open}>
          {said.delete}
        </Menu.Item>
      </RowMenu>
      <EditWebhook webhook={webhook} isOpen={edits} onClose={edit.close} />
      {heads && <EditHeaders webhook={webhook} onClose={head.close} />}
      <RotateSecret webhookId={webhook.id} isOpen={rotates} onClose={rotate.close} />
      <DeleteWebhook webhook={webhook} isOpen={asks} onClose={ask.close} />
    </Group>
  )
}

function SendTest({ webhook: { id, scope } }: { webhook: Webhook }) {
  const { data: known = [] } = useQuery(eventTypesQuery)
  const types = known.filter(({ user }) => scope === 'workspace' || user)
  const test = useSendTest(id)
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button loading={test.isPending} rightSection={<IconChevronDown size={16} />}>
          {said.test}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {types.map(({ event_type }) => (
          <Menu.Item
            key={event_type}
            onClick={() => test.mutate(event_type, { onSuccess: () => noticeDone(said.tested(event_type)) })}
          >
            {event_type}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

function DeleteWebhook({ webhook, isOpen, onClose }: { webhook: Webhook; isOpen: boolean; onClose: () => void }) {
  const navigate = useNavigate()
  const remove = useDeleteWebhook(webhook.id)
  const leave = () => void navigate({ to: '/developer', search: { tab: 'webhooks' }, replace: true })
  return (
    <Confirm
      isOpen={isOpen}
      onClose={onClose}
      title={said.deleteTitle}
      action={said.delete}
      isPending={remove.isPending}
      onConfirm={() => remove.mutate(undefined, { onSuccess: leave, onSettled: onClose })}
    >
      {said.deleteWhat(webhook.url)}
    </Confirm>
  )
}
