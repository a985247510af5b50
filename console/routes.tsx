/** The routes table: every page with its path and the part of its state that is in the address. */
import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext, createRoute, createRouter, redirect } from '@tanstack/react-router'
import { type Arrival, refusals } from './api/calendar-accounts.ts'
import { statusOf } from './api/client.ts'
import { startOfDay } from './api/days.ts'
import type { DecisionsState } from './api/decisions.ts'
import { type OAuthParameters, oauthParameterNames } from './api/grants.ts'
import type { ItemsState } from './api/items.ts'
import type { UnsubscribeLink } from './api/notifications.ts'
import { sessionQuery } from './api/queries.ts'
import type { RulesSearch } from './api/rules.ts'
import type { SearchState } from './api/search.ts'
import type { UploadsState } from './api/uploads.ts'
import { type Opening, pageFile } from './page-file.ts'
import { type AdminSearch, adminTabs } from './pages/admin/search.ts'
import { type DeveloperTab, developerTabs } from './pages/developer/search.ts'
import { deliveryStatuses, spans, type WebhookSearch, webhookTabs } from './pages/webhook/search.ts'
import { statisticsFile } from './pages/webhook/statistics-file.ts'
import { paths } from './paths.ts'
import { Shell } from './ui/shell.tsx'
import { Failed, Loading, NotFound, WrongAddress } from './ui/states.tsx'

const homeFile = pageFile(() => import('./pages/home/home-page.tsx'))
const meetingsFile = pageFile(() => import('./pages/meetings/meetings-page.tsx'))
const noteFile = pageFile(() => import('./pages/note/note-page.tsx'))
const briefFile = pageFile(() => import('./pages/brief/brief-page.tsx'))
const recapFile = pageFile(() => import('./pages/recap/recap-page.tsx'))
const recordingsFile = pageFile(() => import('./pages/recordings/recordings-page.tsx'))
const searchFile = pageFile(() => import('./pages/search/search-page.tsx'))
const itemsFile = pageFile(() => import('./pages/items/items-page.tsx'))
const decisionsFile = pageFile(() => import('./pages/decisions/decisions-page.tsx'))
const rulesFile = pageFile(() => import('./pages/rules/rules-page.tsx'))
const personFile = pageFile(() => import('./pages/person/person-page.tsx'))
const uploadsFile = pageFile(() => import('./pages/uploads/uploads-page.tsx'))
const importFile = pageFile(() => import('./pages/import/import-page.tsx'))
const calendarFile = pageFile(() => import('./pages/calendar/calendar-page.tsx'))
const channelsFile = pageFile(() => import('./pages/channels/channels-page.tsx'))
const channelFile = pageFile(() => import('./pages/channels/channel-page.tsx'))
const developerFile = pageFile(() => import('./pages/developer/developer-page.tsx'))
const webhookFile = pageFile(() => import('./pages/webhook/webhook-page.tsx'))
const accountFile = pageFile(() => import('./pages/account/account-page.tsx'))
const adminFile = pageFile(() => import('./pages/admin/admin-page.tsx'))
const consentFile = pageFile(() => import('./pages/consent/consent-page.tsx'))
const assistantsFile = pageFile(() => import('./pages/account/assistants-page.tsx'))
const unsubscribeFile = pageFile(() => import('./pages/unsubscribe/unsubscribe-page.tsx'))
const guestFile = pageFile(() => import('./pages/guest/guest-page.tsx'))
const signInFile = pageFile(() => import('./pages/sign-in/sign-in-page.tsx'))

const root = createRootRouteWithContext<{ queries: QueryClient }>()({ notFoundComponent: WrongAddress })

const signIn = createRoute({
  getParentRoute: () => root,
  path: paths.signIn,
  loader: signInFile.loader,
  validateSearch: (search): { return_to?: string } => ({ return_to: text(search.return_to) }),
  component: () => <signInFile.Page returnTo={signIn.useSearch().return_to} />,
})

/** From a mail: without a session. */
const unsubscribe = createRoute({
  getParentRoute: () => root,
  path: paths.unsubscribe,
  validateSearch: (search): UnsubscribeLink => texts(search, ['workspace', 'person', 'token']),
  loader: unsubscribeFile.loader,
  component: () => <unsubscribeFile.Page link={unsubscribe.useSearch()} />,
})

/** For people without an account: the token follows the `#`, which is sent to nobody. */
const guest = createRoute({
  getParentRoute: () => root,
  path: paths.guest,
  loader: guestFile.loader,
  component: () => <guestFile.Page />,
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
  validateSearch: (search): OAuthParameters =>
    Object.fromEntries(oauthParameterNames.map((name) => [name, text(search[name])])),
  loaderDeps: ({ search }) => search,
  loader: (opening) => consentFile.loader(opening, opening.deps),
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
  loader: (opening) => meetingsFile.loader(opening, opening.deps),
  component: () => <meetingsFile.Page filters={meetings.useSearch()} />,
})

const recordings = createRoute({
  getParentRoute: () => shell,
  path: paths.recordings,
  validateSearch: (search) => ({ ...texts(search, meetingFilters), ...days(search, dayFilters) }),
  loaderDeps: ({ search }) => search,
  loader: (opening) => recordingsFile.loader(opening, opening.deps),
  component: () => <recordingsFile.Page filters={recordings.useSearch()} />,
})

const search = createRoute({
  getParentRoute: () => shell,
  path: paths.search,
  validateSearch: (search): SearchState => ({
    ...texts(search, ['q', 'kinds', 'speaker', 'channel']),
    ...days(search, ['from', 'to']),
    order: search.order === 'newest' ? 'newest' : undefined,
    ask: oneOf(search.ask, ['yes']),
  }),
  loaderDeps: ({ search }) => search,
  loader: (opening) => searchFile.loader(opening, opening.deps),
  component: () => <searchFile.Page state={search.useSearch()} />,
})

const items = createRoute({
  getParentRoute: () => shell,
  path: paths.items,
  validateSearch: (search): ItemsState => ({
    whose: oneOf(search.whose, ['others', 'all']),
    state: oneOf(search.state, ['done', 'archived']),
    found: oneOf(search.found, ['notes', 'people']),
    ...days(search, dayFilters),
  }),
  loaderDeps: ({ search }) => search,
  loader: (opening) => itemsFile.loader(opening, opening.deps),
  component: () => <itemsFile.Page state={items.useSearch()} />,
})

const decisions = createRoute({
  getParentRoute: () => shell,
  path: paths.decisions,
  validateSearch: (search): DecisionsState => ({
    ...texts(search, ['q', 'series', 'channel', 'person']),
    state: oneOf(search.state, ['superseded', 'withdrawn', 'all']),
    ...days(search, ['from', 'to', 'as_of']),
  }),
  loaderDeps: ({ search }) => search,
  loader: (opening) => decisionsFile.loader(opening, opening.deps),
  component: () => <decisionsFile.Page state={decisions.useSearch()} />,
})

const rules = createRoute({
  getParentRoute: () => shell,
  path: paths.rules,
  validateSearch: (search): RulesSearch => texts(search, ['rule', 'series']),
  loader: rulesFile.loader,
  component: () => <rulesFile.Page search={rules.useSearch()} />,
})

const person = createRoute({
  getParentRoute: () => shell,
  path: paths.person,
  loader: personFile.loader,
  component: function Person() {
    const { personId } = person.useParams()
    return <personFile.Page key={personId} personId={personId} />
  },
})

const uploads = createRoute({
  getParentRoute: () => shell,
  path: paths.uploads,
  validateSearch: (search): UploadsState => ({
    by: oneOf(search.by, ['transcript', 'address']),
    shared: oneOf(search.shared, ['yes']),
    status: oneOf(search.status, ['PENDING', 'SUCCESS', 'FAILED']),
    ...texts(search, listFilters),
    ...days(search, dayFilters),
  }),
  loaderDeps: ({ search: { by: _by, shared: _shared, ...filters } }) => filters,
  loader: (opening) => uploadsFile.loader(opening, opening.deps),
  component: () => <uploadsFile.Page state={uploads.useSearch()} />,
})

const importing = createRoute({
  getParentRoute: () => shell,
  path: paths.import,
  loader: importFile.loader,
  component: () => <importFile.Page />,
})

const calendar = createRoute({
  getParentRoute: () => shell,
  path: paths.calendar,
  validateSearch: (search): Arrival => ({
    connected: text(search.connected),
    refused: oneOf(search.refused, refusals),
  }),
  loader: calendarFile.loader,
  component: () => <calendarFile.Page arrival={calendar.useSearch()} />,
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
  loader: (opening) => channelFile.loader(opening, opening.params),
  validateSearch: (search): { shows?: 'notes' | 'recordings' | 'members' | 'chat' } => ({
    shows: oneOf(search.shows, ['notes', 'recordings', 'members', 'chat']),
  }),
  component: () => (
    <channelFile.Page
      key={channel.useParams().channelId}
      channelId={channel.useParams().channelId}
      shows={channel.useSearch().shows}
    />
  ),
})

const note = createRoute({
  getParentRoute: () => shell,
  path: paths.note,
  validateSearch: (search): { record?: 'yes' | undefined } => ({ record: oneOf(search.record, ['yes']) }),
  loader: (opening) => noteFile.loader(opening, opening.params),
  component: function Note() {
    const { noteId } = note.useParams()
    return <noteFile.Page key={noteId} noteId={noteId} records={note.useSearch().record === 'yes'} />
  },
})

const brief = createRoute({
  getParentRoute: () => shell,
  path: paths.brief,
  loader: (opening) => briefFile.loader(opening, opening.params),
  component: function Brief() {
    const { noteId } = brief.useParams()
    return <briefFile.Page key={noteId} noteId={noteId} />
  },
})

const recap = createRoute({
  getParentRoute: () => shell,
  path: paths.recap,
  loader: (opening) => recapFile.loader(opening, opening.params),
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
  validateSearch: (search): { tab?: DeveloperTab } => ({ tab: oneOf(search.tab, developerTabs) }),
  loaderDeps: ({ search }) => search,
  loader: (opening) => developerFile.loader(opening, opening.deps.tab ?? 'keys'),
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
  loaderDeps: ({ search: { delivery: _open, ...search } }) => search,
  loader: async (opening) => {
    const { webhookId } = opening.params
    await webhookFile.loader(opening, webhookId, opening.deps)
    if (opening.deps.tab === 'statistics') await statisticsFile.loader(opening, webhookId, opening.deps.hours ?? '24')
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
    tab: oneOf(search.tab, adminTabs),
    q: text(search.q),
    user: text(search.user),
    action: text(search.action),
    ...days(search, ['from', 'until']),
  }),
  component: () => <adminFile.Page search={admin.useSearch()} />,
})

const routeTree = root.addChildren([
  signIn,
  unsubscribe,
  consent,
  guest,
  shell.addChildren([
    home,
    meetings,
    note,
    brief,
    recordings,
    recap,
    search,
    items,
    decisions,
    rules,
    person,
    uploads,
    importing,
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
