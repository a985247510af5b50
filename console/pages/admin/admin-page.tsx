/** For administrators: people, channels, keys, settings, the audit log. It shows nothing without the rights for it. */
import { Button, Title } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { sessionQuery } from '../../api/queries.ts'
import type { Session } from '../../api/read-session.ts'
import { useElevation } from '../../api/session.ts'
import layout from '../../ui/layout.module.css'
import { PageTabs } from '../../ui/page-tabs.tsx'
import { Message } from '../../ui/states.tsx'
import { usePageTitle } from '../../ui/title.ts'
import { adminWords } from '../../words/admin/words.ts'
import { words } from '../../words/words.ts'
import { AllKeys } from './all-keys.tsx'
import { AuditLog } from './audit-log.tsx'
import { Channels } from './channels.tsx'
import { FirstSteps } from './first-steps.tsx'
import { Glossary } from './glossary/glossary.tsx'
import { Installation } from './installation.tsx'
import { AiNotes } from './notes/ai-notes.tsx'
import { People } from './people.tsx'
import { Recorders } from './recorders/recorders.tsx'
import type { AdminSearch, ChangeSearch } from './search.ts'
import { WorkspaceSettings } from './workspace-settings.tsx'

const { admin: said } = adminWords

const parts = {
  begin: FirstSteps,
  people: People,
  channels: Channels,
  keys: AllKeys,
  notes: AiNotes,
  glossary: Glossary,
  recorders: Recorders,
  settings: WorkspaceSettings,
  installation: Installation,
  audit: AuditLog,
}

/** Nothing: only the session says whether the person may read any of it. */
export function prefetch() {}

export function Page({ search }: { search: AdminSearch }) {
  usePageTitle(said.title)
  const { data: session } = useSuspenseQuery(sessionQuery)
  const navigate = useNavigate()
  if (!session.super_admin) return <Closed session={session} />
  const tab = search.tab ?? 'people'
  const Part = parts[tab]
  const change: ChangeSearch = (changes) =>
    void navigate({ to: '/admin', search: { ...search, ...changes }, replace: true, resetScroll: false })
  return (
    <div className={layout.content}>
      <Title order={1} mb="lg">
        {said.title}
      </Title>
      <PageTabs
        value={tab}
        tabs={said.tabs}
        label={said.title}
        onChange={(next) => void navigate({ to: '/admin', search: { tab: next } })}
      >
        <Part search={search} change={change} />
      </PageTabs>
    </div>
  )
}

function Closed({ session: { may_elevate, actingBy } }: { session: Session }) {
  const elevation = useElevation()
  if (!may_elevate) return <Message title={words.states.notAllowed}>{actingBy ? said.notActing : said.notYou}</Message>
  const elevate = (
    <Button loading={elevation.isPending} onClick={() => elevation.mutate(true)}>
      {words.rights.elevate}
    </Button>
  )
  return (
    <Message title={said.closed} action={elevate}>
      {said.closedWhy}
    </Message>
  )
}
