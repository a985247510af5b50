/** The workspace: name, retention, webhooks and usage. */
import { Button, Group, Stack, Switch, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useAtOnce } from '../../api/use-at-once.ts'
import { type Settings, useChangeWorkspace, workspaceQuery } from '../../api/workspace.ts'
import { noticeDone } from '../../ui/notices.ts'
import { Loaded } from '../../ui/section.tsx'
import { adminWords } from '../../words/admin/words.ts'
import { words } from '../../words/words.ts'
import { Compatibility } from './compatibility.tsx'
import { ConsentText } from './consent-text.tsx'
import { NotesLanguage } from './notes-language.tsx'
import { Retention } from './retention.tsx'
import { RetentionDays } from './retention-days.tsx'
import { Setting } from './setting.tsx'
import { SettingSwitch } from './setting-switch.tsx'
import { Usage } from './usage.tsx'
import { Voices } from './voices.tsx'
import { WorkspaceHold } from './workspace-hold.tsx'

const { settings: said } = adminWords

export function WorkspaceSettings() {
  const workspace = useQuery(workspaceQuery)
  return (
    <Loaded of={workspace}>
      {({ workspace: settings, usage }) => (
        <Stack gap={40} maw={640}>
          <Name settings={settings} />
          <ConsentText settings={settings} />
          <NotesLanguage settings={settings} />
          <Setting title={said.retention}>
            <Stack gap="lg">
              <Retention settings={settings} mediaBytes={usage.media_bytes} />
              {/* The key resets the fields after a save. */}
              <RetentionDays key={JSON.stringify(settings.retention_days)} settings={settings} />
            </Stack>
          </Setting>
          <WorkspaceHold settings={settings} />
          <Webhooks settings={settings} />
          {/* Off keeps the links: on again, they work again. */}
          <SettingSwitch settings={settings} name="outside_links" said={adminWords.outsideLinks} />
          <SettingSwitch settings={settings} name="second_factor" said={adminWords.secondFactor} />
          <Voices settings={settings} />
          <Compatibility settings={settings} />
          <Usage usage={usage} />
        </Stack>
      )}
    </Loaded>
  )
}

function Name({ settings }: { settings: Settings }) {
  /** Null until something is written: others may rename it meanwhile. */
  const [written, setWritten] = useState<string | null>(null)
  const change = useChangeWorkspace()
  const name = written ?? settings.name
  const saved = () => {
    setWritten(null)
    noticeDone(said.saved)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    change.mutate({ name }, { onSuccess: saved })
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
          onChange={(event) => setWritten(event.currentTarget.value)}
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
  const { mutateAsync } = useChangeWorkspace()
  const { webhooks } = settings
  const [areOn, switchOn] = useAtOnce(webhooks === 'enabled', (isOn) =>
    mutateAsync({ webhooks: isOn ? 'enabled' : 'switched_off' }),
  )
  const [areAllowed, allow] = useAtOnce(settings.workspace_webhooks, (workspace_webhooks) =>
    mutateAsync({ workspace_webhooks }),
  )
  const [isMailed, mail] = useAtOnce(settings.webhook_mail, (webhook_mail) => mutateAsync({ webhook_mail }))
  return (
    <Setting title={said.webhooks}>
      <Stack gap="md">
        <Switch
          label={said.webhooksOn}
          description={webhooks === 'not_enabled' ? said.webhooksMissing : said.webhooksHint}
          checked={areOn}
          onChange={(event) => switchOn(event.currentTarget.checked)}
        />
        <Switch
          label={said.workspaceWebhooks}
          description={said.workspaceWebhooksHint}
          checked={areAllowed}
          onChange={(event) => allow(event.currentTarget.checked)}
        />
        <Switch
          label={said.webhookMail}
          description={said.webhookMailHint}
          checked={isMailed}
          onChange={(event) => mail(event.currentTarget.checked)}
        />
      </Stack>
    </Setting>
  )
}
