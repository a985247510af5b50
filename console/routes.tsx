/**
 * The routes table: every page with its path and the part of its state that is in the address. The most visited pages
 * also name queries that run while the page's file is loaded.
 */
import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext, createRoute, createRouter, redirect } from '@tanstack/react-router'
import { statusOf } from './api/client.ts'
import { startOfDay } from './api/days.ts'
import { type OAuthParameters, oauthParameterNames } from './api/grants.ts'
import type { ItemsState } from './api/items.ts'
import { notesQuery, recordingsQuery } from './api/meetings.ts'
import { noteQuery, recordingQuery, sessionQuery, talkTimeQuery } from './api/queries.ts'
import type { SearchState } from './api/search.ts'
import { sharingQuery } from './api/sharing.ts'
import type { UploadsState } from './api/uploads.ts'
import { type Opening, pageFile } from './page-file.ts'
import { type AdminSearch, adminTabs } from './pages/admin/search.ts'
import { type DeveloperTab, developerTabs } from './pages/developer/search.ts'
import { deliveryStatuses, spans, type WebhookSearch, webhookTabs } from './pages/webhook/search.ts'
import { statisticsFile } from './pages/webhook/statistics-file.ts'
import { paths } from './paths.ts'
import { Shell } from './ui/shell.tsx'
import { Failed, Loading, NotFound } from './ui/states.tsx'

const homeFile = pageFile(async () => (await import('./pages/home/home-page.tsx')).HomePage)
const meetingsFile = pageFile(async () => (await import('./pages/meetings/meetings-page.tsx')).MeetingsPage)
const noteFile = pageFile(async () => (await import('./pages/note/note-page.tsx')).NotePage)
const recapFile = pageFile(async () => (await import('./pages/recap/recap-page.tsx')).RecapPage)
const recordingsFile = pageFile(async () => (await import('./pages/recordings/recordings-page.tsx')).RecordingsPage)
const searchFile = pageFile(async () => (await import('./pages/search/search-page.tsx')).SearchPage)
const itemsFile = pageFile(async () => (await import('./pages/items/items-page.tsx')).ItemsPage)
const uploadsFile = pageFile(async () => (await import('./pages/uploads/uploads-page.tsx')).UploadsPage)
const calendarFile = pageFile(async () => (await import('./pages/calendar/calendar-page.tsx')).CalendarPage)
const channelsFile = pageFile(async () => (await import('./pages/channels/channels-page.tsx')).ChannelsPage)
const channelFile = pageFile(async () => (await import('./pages/channels/channel-page.tsx')).ChannelPage)
const developerFile = pageFile(async () => (await import('./pages/developer/developer-page.tsx')).DeveloperPage)
const webhookFile = pageFile(async () => (await import('./pages/webhook/webhook-page.tsx')).WebhookPage)
const accountFile = pageFile(async () => (await import('./pages/account/account-page.tsx')).AccountPage)
const adminFile = pageFile(async () => (await import('./pages/admin/admin-page.tsx')).AdminPage)
const consentFile = pageFile(async () => (await import('./pages/consent/consent-page.tsx')).ConsentPage)
const assistantsFile = pageFile(async () => (await import('./pages/account/assistants-page.tsx')).AssistantsPage)
const signInFile = pageFile(async () => (await import('./pages/sign-in/sign-in-page.tsx')).SignInPage)

const root = createRootRouteWithContext<{ queries: QueryClient }>()({ notFoundComponent: NotFound })

const signIn = createRoute({
  getParentRoute: () => root,
  path: paths.signIn,
  loader: signInFile.loader,
  validateSearch: (search): { return_to?: string } => ({ return_to: text(search.return_to) }),
  component: () => <signInFile.Page returnTo={signIn.useSearch().return_to} />,
})

type Asking = Opening & { location: { pathname: string; searchStr: string } }

/** Requires a session before any page is shown. */
async function requireSession({ context, location }: Asking): Promise<void> {
  await context.queries.ensureQueryData(sessionQuery).catch((error) => {
    if (statusOf(error) !== 401) throw error
    throw redirect({ to: '/sign-in', search: { return_to: location.pathname + location.searchStr } })
  })
}

const shell = createRoute({
  getParentRoute: () => root,
  id: 'shell',
  component: Shell,
  // In parallel with a page's file and first queries: without a session these are rejected, and this redirects.
  loader: requireSession,
})

/** Without the shell: a person sent here by an assistant sees only the question. */
const consent = createRoute({
  getParentRoute: () => root,
  path: paths.consent,
  beforeLoad: requireSession,
  loader: consentFile.loader,
  validateSearch: (search): OAuthParameters =>
    Object.fromEntries(oauthParameterNames.map((name) => [name, text(search[name])])),
  component: () => <consentFile.Page parameters={consent.useSearch()} />,
})

const assistants = createRoute({
  getParentRoute: () => shell,
  path: paths.assistants,
  loader: assistantsFile.loader,
  component: () => <assistantsFile.Page />,
})

const home = createRoute({
  getParentRoute: () => shell,
  path: paths.home,
  loader: homeFile.loader,
  component: () => <homeFile.Page />,
})

const dayFilters = ['from', 'to', 'changed_from', 'changed_to'] as const
const listFilters = ['title', 'channel', 'event'] as const
const meetingFilters = [...listFilters, 'series', 'invited'] as const

const meetings = createRoute({
  getParentRoute: () => shell,
  path: paths.meetings,
  validateSearch: (search) => ({ ...texts(search, meetingFilters), ...days(search, dayFilters) }),
  loaderDeps: ({ search }) => search,
  loader: (opening) => {
    void opening.context.queries.prefetchInfiniteQuery(notesQuery(opening.deps))
    return meetingsFile.loader(opening)
  },
  component: () => <meetingsFile.Page filters={meetings.useSearch()} />,
})

const recordings = createRoute({
  getParentRoute: () => shell,
  path: paths.recordings,
  validateSearch: (search) => ({ ...texts(search, meetingFilters), ...days(search, dayFilters) }),
  loaderDeps: ({ search }) => search,
  loader: (opening) => {
    void opening.context.queries.prefetchInfiniteQuery(recordingsQuery(opening.deps))
    return recordingsFile.loader(opening)
  },
  component: () => <recordingsFile.Page filters={recordings.useSearch()} />,
})

const search = createRoute({
  getParentRoute: () => shell,
  path: paths.search,
  loader: searchFile.loader,
  validateSearch: (search): SearchState => ({
    ...{ ...texts(search, ['q', 'kinds', 'speaker', 'channel']), ...days(search, ['from', 'to']) },
    order: search.order === 'newest' ? 'newest' : undefined,
  }),
  component: () => <searchFile.Page state={search.useSearch()} />,
})

const items = createRoute({
  getParentRoute: () => shell,
  path: paths.items,
  loader: itemsFile.loader,
  validateSearch: (search): ItemsState => ({
    whose: oneOf(search.whose, ['others', 'all']),
    state: oneOf(search.state, ['done', 'archived']),
    found: oneOf(search.found, ['notes', 'people']),
    ...days(search, dayFilters),
  }),
  component: () => <itemsFile.Page state={items.useSearch()} />,
})

const uploads = createRoute({
  getParentRoute: () => shell,
  path: paths.uploads,
  loader: uploadsFile.loader,
  validateSearch: (search): UploadsState => ({
    by: oneOf(search.by, ['transcript', 'address']),
    status: oneOf(search.status, ['PENDING', 'SUCCESS', 'FAILED']),
    ...{ ...texts(search, listFilters), ...days(search, dayFilters) },
  }),
  component: () => <uploadsFile.Page state={uploads.useSearch()} />,
})

const calendar = createRoute({
  getParentRoute: () => shell,
  path: paths.calendar,
  loader: calendarFile.loader,
  component: () => <calendarFile.Page />,
})

const channels = createRoute({
  getParentRoute: () => shell,
  path: paths.channels,
  loader: channelsFile.loader,
  component: () => <channelsFile.Page />,
})

const channel = createRoute({
  getParentRoute: () => shell,
  path: paths.channel,
  loader: channelFile.loader,
  validateSearch: (search): { shows?: 'recordings' | 'members' } => ({
    shows: oneOf(search.shows, ['recordings', 'members']),
  }),
  component: () => (
    <channelFile.Page channelId={channel.useParams().channelId} shows={channel.useSearch().shows ?? 'notes'} />
  ),
})

const note = createRoute({
  getParentRoute: () => shell,
  path: paths.note,
  loader: (opening) => {
    const { noteId } = opening.params
    void opening.context.queries.prefetchQuery(noteQuery(noteId))
    void opening.context.queries.prefetchQuery(sharingQuery({ kind: 'note', id: noteId }))
    return noteFile.loader(opening)
  },
  component: function Note() {
    const { noteId } = note.useParams()
    return <noteFile.Page key={noteId} noteId={noteId} />
  },
})

const recap = createRoute({
  getParentRoute: () => shell,
  path: paths.recap,
  loader: (opening) => {
    const { recordingId } = opening.params
    void opening.context.queries.prefetchQuery(recordingQuery(recordingId))
    void opening.context.queries.prefetchQuery(sharingQuery({ kind: 'recording', id: recordingId }))
    void opening.context.queries.prefetchQuery(talkTimeQuery(recordingId))
    return recapFile.loader(opening)
  },
  validateSearch: (search): { t?: number; q?: string; in?: 'notes' } => ({
    t: seconds(search.t),
    q: text(search.q),
    in: oneOf(search.in, ['notes']),
  }),
  component: function Recap() {
    const { recordingId } = recap.useParams()
    const { t, q = '', in: place } = recap.useSearch()
    return (
      <recapFile.Page key={recordingId} recordingId={recordingId} from={t} query={q} isOfNotes={place === 'notes'} />
    )
  },
})

const developer = createRoute({
  getParentRoute: () => shell,
  path: paths.developer,
  loader: developerFile.loader,
  validateSearch: (search): { tab?: DeveloperTab } => ({ tab: oneOf(search.tab, developerTabs) }),
  component: () => <developerFile.Page tab={developer.useSearch().tab ?? 'keys'} />,
})

const webhook = createRoute({
  getParentRoute: () => shell,
  path: paths.developerWebhook,
  validateSearch: (search): WebhookSearch => ({
    tab: oneOf(search.tab, webhookTabs),
    status: oneOf(search.status, deliveryStatuses),
    event: text(search.event),
    delivery: text(search.delivery),
    hours: oneOf(search.hours, spans),
  }),
  loaderDeps: ({ search }) => ({ tab: search.tab }),
  loader: async ({ context, deps: { tab } }) => {
    await webhookFile.loader({ context })
    if (tab === 'statistics') await statisticsFile.loader({ context })
  },
  component: function Webhook() {
    const { webhookId } = webhook.useParams()
    return <webhookFile.Page key={webhookId} webhookId={webhookId} search={webhook.useSearch()} />
  },
})

const account = createRoute({
  getParentRoute: () => shell,
  path: paths.account,
  loader: accountFile.loader,
  component: () => <accountFile.Page />,
})

const admin = createRoute({
  getParentRoute: () => shell,
  path: paths.admin,
  loader: adminFile.loader,
  validateSearch: (search): AdminSearch => ({
    ...{ tab: oneOf(search.tab, adminTabs), q: text(search.q) },
    ...{ user: text(search.user), action: text(search.action), ...days(search, ['from', 'until']) },
  }),
  component: () => <adminFile.Page search={admin.useSearch()} />,
})

const routeTree = root.addChildren([
  signIn,
  consent,
  shell.addChildren([
    home,
    meetings,
    note,
    recordings,
    recap,
    search,
    items,
    uploads,
    calendar,
    channels,
    channel,
    developer,
    webhook,
    account,
    admin,
    assistants,
  ]),
])

export function createAppRouter(queries: QueryClient) {
  return createRouter({
    routeTree,
    context: { queries },
    defaultPendingComponent: Loading,
    defaultErrorComponent: ({ error, reset }) => <Failed error={error} onAgain={reset} />,
    defaultNotFoundComponent: NotFound,
    scrollRestoration: true,
    parseSearch: (search) => Object.fromEntries(new URLSearchParams(search)),
    stringifySearch: (search) => {
      const given = Object.entries(search).filter(([, value]) => value !== undefined)
      const query = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()
      return query && `?${query}`
    },
  })
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>
  }
}

// A page's search parameters include undefined ones: the router would take a missing one unchecked from the address.

const text = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined)

/** The values of these parameters in the address. */
function texts<Name extends string>(
  search: Record<string, unknown>,
  names: readonly Name[],
): { [Key in Name]?: string } {
  return Object.fromEntries(names.map((name) => [name, text(search[name])])) as { [Key in Name]?: string }
}

/** The same for days; drops an invalid day, which neither filters nor fits into a field. */
function days<Name extends string>(
  search: Record<string, unknown>,
  names: readonly Name[],
): { [Key in Name]?: string } {
  const given = texts(search, names)
  return Object.fromEntries(names.map((name) => [name, startOfDay(given[name]) && given[name]])) as typeof given
}

const oneOf = <Word extends string>(value: unknown, allowed: readonly Word[]): Word | undefined =>
  allowed.find((word) => word === value)

function seconds(value: unknown): number | undefined {
  const number = Number(value ?? Number.NaN)
  return Number.isFinite(number) && number >= 0 ? number : undefined
}
