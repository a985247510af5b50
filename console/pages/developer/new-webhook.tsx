/** Registers a webhook; the service first verifies the endpoint, and errors are shown. */
import { Anchor, Button, Code, Group, Input, Radio, Stack, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { type Header, headersOf, useCreateWebhook } from '../../api/webhooks.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { headerLimits, NewHeaders } from '../../ui/new-headers.tsx'
import { Secret } from '../../ui/secret.tsx'
import { WebhookForm } from '../../ui/webhook-form.tsx'
import { words } from '../../words/words.ts'

const { webhooks: said } = words
const empty = { url: '', description: '', enabled_events: [] }

type Props = { isOpen: boolean; onClose: () => void; mayBeWorkspace: boolean }

export function NewWebhook({ isOpen, onClose, mayBeWorkspace }: Props) {
  const create = useCreateWebhook()
  const close = () => {
    create.reset()
    onClose()
  }
  return (
    <Dialog
      isOpen={isOpen}
      onClose={close}
      title={said.newTitle}
      size="lg"
      isFirm={create.isPending || Boolean(create.data)}
    >
      {create.data ? (
        <Created id={create.data.id} secret={create.data.secret} />
      ) : (
        <Create create={create} mayBeWorkspace={mayBeWorkspace} />
      )}
    </Dialog>
  )
}

function Create({ create, mayBeWorkspace }: { create: ReturnType<typeof useCreateWebhook>; mayBeWorkspace: boolean }) {
  const [scope, setScope] = useState<string>('user')
  const [headers, setHeaders] = useState<Header[]>([])
  const own = headersOf(headers)
  return (
    <Stack>
      <Text size="sm" c="dimmed">
        {said.challenge} <Code>{'{"type": "url_verification", "challenge": "…"}'}</Code> {said.challengeAnswer}
      </Text>
      <Text size="sm" c="dimmed">
        {said.local}{' '}
        <Anchor
          inherit
          underline="always"
          renderRoot={(props) => <Link to="/developer" search={{ tab: 'events' }} {...props} />}
        >
          {words.developer.tabs.events}
        </Anchor>
        .
      </Text>
      <WebhookForm
        from={empty}
        action={said.create}
        isNamed={scope === 'workspace'}
        isPending={create.isPending}
        error={create.error}
        onSubmit={(fields) =>
          create.mutate({
            ...fields,
            scope: scope as 'user' | 'workspace',
            ...(Object.keys(own).length > 0 && { headers: own }),
          })
        }
      >
        <Input.Wrapper label={words.headers.title} description={words.headers.about}>
          <div style={{ marginTop: 8 }}>
            <NewHeaders headers={headers} most={headerLimits.count} onChange={setHeaders} />
          </div>
        </Input.Wrapper>
        {mayBeWorkspace && (
          <Radio.Group label={said.scope} value={scope} onChange={setScope}>
            <Stack gap="xs" mt={6}>
              <Radio value="user" label={said.ofUser} />
              <Radio value="workspace" label={said.ofWorkspaceLong} />
            </Stack>
          </Radio.Group>
        )}
      </WebhookForm>
    </Stack>
  )
}

function Created({ id, secret }: { id: string; secret: string }) {
  return (
    <Stack>
      <Secret label={said.secret} secret={secret}>
        {said.once}
      </Secret>
      <Group justify="flex-end">
        <Button
          renderRoot={(props) => (
            <Link to="/developer/webhook/$webhookId" params={{ webhookId: id }} search={{}} {...props} />
          )}
        >
          {said.toWebhook}
        </Button>
      </Group>
    </Stack>
  )
}
