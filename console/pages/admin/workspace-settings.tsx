/** The workspace: its name, what it keeps, its webhooks, and what it uses. */
import { Button, Group, Stack, Switch, Text, TextInput, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useState } from 'react'
import { type Settings, useChangeWorkspace, workspaceQuery } from '../../api/workspace.ts'
import { noticeDone } from '../../ui/notices.ts'
import { Loaded } from '../../ui/section.tsx'
import { words } from '../../words/words.ts'
import { Retention } from './retention.tsx'
import { Usage } from './usage.tsx'

const { settings: said } = words

export function WorkspaceSettings() {
  const workspace = useQuery(workspaceQuery)
  return (
    <Loaded of={workspace}>
      {({ workspace: settings, usage }) => (
        <Stack gap={40} maw={640}>
          <Name settings={settings} />
          <Retention settings={settings} mediaBytes={usage.media_bytes} />
          <Webhooks settings={settings} />
          <Usage usage={usage} />
        </Stack>
      )}
    </Loaded>
  )
}

export function Setting({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <Title order={2} size="h4" mb="sm">
        {title}
      </Title>
      {children}
    </section>
  )
}

function Name({ settings }: { settings: Settings }) {
  const [name, setName] = useState(settings.name)
  const change = useChangeWorkspace()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    change.mutate({ name }, { onSuccess: () => noticeDone(said.saved) })
  }
  const { subdomain, plan, email_domains } = settings
  return (
    <Setting title={said.workspace}>
      <Group component="form" onSubmit={submit} align="flex-end">
        <TextInput
          label={said.name}
          required
          maxLength={255}
          style={{ flex: '1 1 220px' }}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Button type="submit" variant="default" disabled={name === settings.name} loading={change.isPending}>
          {words.save}
        </Button>
      </Group>
      <Text size="sm" c="dimmed" mt="xs" style={{ overflowWrap: 'anywhere' }}>
        {said.facts(subdomain, plan, email_domains.join(', '))}
      </Text>
    </Setting>
  )
}

function Webhooks({ settings }: { settings: Settings }) {
  const change = useChangeWorkspace()
  // As it will be, until it is known.
  const { webhooks, workspace_webhooks } = { ...settings, ...(change.isPending && change.variables) }
  return (
    <Setting title={said.webhooks}>
      <Stack gap="md">
        <Switch
          label={said.webhooksOn}
          description={webhooks === 'not_enabled' ? said.webhooksMissing : said.webhooksHint}
          checked={webhooks === 'enabled'}
          disabled={change.isPending}
          onChange={(event) => change.mutate({ webhooks: event.currentTarget.checked ? 'enabled' : 'switched_off' })}
        />
        <Switch
          label={said.workspaceWebhooks}
          description={said.workspaceWebhooksHint}
          checked={workspace_webhooks}
          disabled={change.isPending}
          onChange={(event) => change.mutate({ workspace_webhooks: event.currentTarget.checked })}
        />
      </Stack>
    </Setting>
  )
}
