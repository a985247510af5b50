/** For developers: keys, webhooks, live events. */
import { Button, Group, Title } from '@mantine/core'
import { IconExternalLink } from '@tabler/icons-react'
import type { QueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { keysQuery } from '../../api/keys.ts'
import { webhooksQuery } from '../../api/webhooks.ts'
import { AsCurl } from '../../ui/as-curl.tsx'
import layout from '../../ui/layout.module.css'
import { PageTabs } from '../../ui/page-tabs.tsx'
import { usePageTitle } from '../../ui/title.ts'
import { words } from '../../words/words.ts'
import { LiveEvents } from './live-events.tsx'
import { OwnKeys } from './own-keys.tsx'
import type { DeveloperTab } from './search.ts'
import { Webhooks } from './webhooks.tsx'

const { developer: said } = words

/** The API path that each tab reads. */
const reads = { keys: '/api/v1/api_keys', webhooks: '/api/v1/webhooks', events: '/api/v1/events' }
const parts = { keys: OwnKeys, webhooks: Webhooks, events: LiveEvents }

export function prefetch(queries: QueryClient, tab: DeveloperTab) {
  if (tab === 'keys') void queries.prefetchQuery(keysQuery)
  if (tab === 'webhooks') void queries.prefetchQuery(webhooksQuery)
}

export function Page({ tab }: { tab: DeveloperTab }) {
  usePageTitle(said.title)
  const navigate = useNavigate()
  const Part = parts[tab]
  return (
    <div className={layout.content}>
      <Group justify="space-between" mb="lg">
        <Title order={1}>{said.title}</Title>
        <Button
          component="a"
          href="/api/v1/docs"
          target="_blank"
          variant="default"
          rightSection={<IconExternalLink size={14} stroke={1.6} role="img" aria-label={words.nav.newTab} />}
        >
          {words.nav.reference}
        </Button>
      </Group>
      <PageTabs
        value={tab}
        tabs={said.tabs}
        label={said.title}
        onChange={(next) => void navigate({ to: '/developer', search: { tab: next } })}
      >
        <Part />
      </PageTabs>
      <AsCurl path={reads[tab]} />
    </div>
  )
}
