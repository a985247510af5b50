/** The frame of every page for a signed-in person: navigation, account menu, keyboard shortcuts. */
import { AppShell, Burger, Group, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Link, Outlet, useRouterState } from '@tanstack/react-router'
import { useEffect, useSyncExternalStore } from 'react'
import { useReminders } from '../api/follow-reminders.ts'
import { useLive } from '../api/live.ts'
import { sessionQuery } from '../api/queries.ts'
import icon from '../icon.svg'
import { underWay } from '../record/under-way.ts'
import { words } from '../words/words.ts'
import { AccountMenu } from './account-menu.tsx'
import { Dialog } from './dialog.tsx'
import { HeaderSearch } from './header-search.tsx'
import { later } from './later.tsx'
import classes from './layout.module.css'
import { Navigation } from './navigation.tsx'
import { PageChange } from './page-change.tsx'
import { usePageKeys } from './page-keys.ts'
import { hasRightsBar, RightsBar, rightsBarHeight, useRefetchWithRights, useWantedRights } from './rights-bar.tsx'

const RecordBars = later(async () => (await import('./record/record-bars.tsx')).RecordBars, null)
const Badge = later(async () => (await import('./badge.tsx')).Badge, null)
const KeysHelp = later(async () => (await import('./keys-help.tsx')).KeysHelp)
const Palette = later(async () => (await import('./palette.tsx')).Palette)
const headerHeight = 56
/** Installed, on a device that shows a number on the icon. */
const hasBadge = 'setAppBadge' in navigator && matchMedia('(display-mode: standalone)').matches

export function Shell() {
  const { data: session } = useSuspenseQuery(sessionQuery)
  useLive()
  useReminders()
  useRefetchWithRights(session)
  useWantedRights(session)
  const records = useSyncExternalStore(underWay.subscribe, underWay.now).isAny
  const [isOpen, menu] = useDisclosure(false)
  const [showsKeys, keys] = useDisclosure(false)
  const path = useRouterState({ select: ({ location }) => location.pathname })
  // biome-ignore lint/correctness/useExhaustiveDependencies: the menu closes when the page changes
  useEffect(menu.close, [path])
  // On some keyboards the sign needs the shift key, on others it does not.
  usePageKeys([
    ['?', keys.open],
    ['shift+?', keys.open],
  ])
  const [showsPalette, palette] = useDisclosure(false)
  usePageKeys([['mod+K', palette.open]], true)
  return (
    <AppShell
      header={{ height: hasRightsBar(session) ? headerHeight + rightsBarHeight : headerHeight }}
      navbar={{ width: 220, breakpoint: 'sm', collapsed: { mobile: !isOpen } }}
      padding={{ base: 'md', sm: 'xl' }}
    >
      <a href="#main" className={classes.skip}>
        {words.skip}
      </a>
      <PageChange main="main" />
      <AppShell.Header>
        {hasRightsBar(session) && <RightsBar session={session} />}
        <Group h={headerHeight} px="md" justify="space-between" wrap="nowrap">
          <Group wrap="nowrap" gap="sm" miw={0}>
            <Burger opened={isOpen} onClick={menu.toggle} hiddenFrom="sm" size="sm" aria-label={words.menu} />
            <Link to="/" className={classes.brand} search={{}}>
              <img src={icon} alt="" width={24} height={24} />
              <span className={classes.brandName}>{session.workspace.name}</span>
            </Link>
          </Group>
          <HeaderSearch />
          <AccountMenu session={session} onKeys={keys.open} />
        </Group>
      </AppShell.Header>
      <AppShell.Navbar p="sm" aria-label={words.nav.label}>
        <Navigation session={session} />
        <Text size="xs" c="dimmed" mt="auto" p="xs">
          {words.product}
        </Text>
      </AppShell.Navbar>
      <AppShell.Main id="main" tabIndex={-1} className={classes.main}>
        {records && <RecordBars />}
        {hasBadge && <Badge />}
        <Outlet />
      </AppShell.Main>
      <Dialog isOpen={showsKeys} onClose={keys.close} title={words.keys.title}>
        <KeysHelp />
      </Dialog>
      <Dialog isOpen={showsPalette} onClose={palette.close} title={words.palette.title}>
        <Palette session={session} onClose={palette.close} />
      </Dialog>
    </AppShell>
  )
}
