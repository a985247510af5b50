/** The routes table: every page, its path, and what of its state stands in the address. */
import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext, createRoute, createRouter, redirect } from '@tanstack/react-router'
import { statusOf } from './api/client.ts'
import { sessionQuery } from './api/queries.ts'
import { pageFile } from './page-file.ts'
import { paths } from './paths.ts'
import { Shell } from './ui/shell.tsx'
import { Failed, Loading, NotFound } from './ui/states.tsx'

const meetingsFile = pageFile(async () => (await import('./pages/meetings/meetings-page.tsx')).MeetingsPage)
const noteFile = pageFile(async () => (await import('./pages/note/note-page.tsx')).NotePage)
const recapFile = pageFile(async () => (await import('./pages/recap/recap-page.tsx')).RecapPage)
const signInFile = pageFile(async () => (await import('./pages/sign-in/sign-in-page.tsx')).SignInPage)

const root = createRootRouteWithContext<{ queries: QueryClient }>()({ notFoundComponent: NotFound })

const signIn = createRoute({
  getParentRoute: () => root,
  path: paths.signIn,
  loader: signInFile.loader,
  validateSearch: (search): { return_to?: string } => optional({ return_to: text(search.return_to) }),
  component: () => <signInFile.Page returnTo={signIn.useSearch().return_to} />,
})

/** Asks who is signed in before any page is shown. */
const shell = createRoute({
  getParentRoute: () => root,
  id: 'shell',
  component: Shell,
  beforeLoad: async ({ context, location }) => {
    await context.queries.ensureQueryData(sessionQuery).catch((error) => {
      if (statusOf(error) !== 401) throw error
      throw redirect({ to: '/sign-in', search: { return_to: location.pathname + location.searchStr } })
    })
  },
})

const meetings = createRoute({
  getParentRoute: () => shell,
  path: paths.meetings,
  loader: meetingsFile.loader,
  validateSearch: (search): { title?: string } => optional({ title: text(search.title) }),
  component: () => <meetingsFile.Page title={meetings.useSearch().title ?? ''} />,
})

const note = createRoute({
  getParentRoute: () => shell,
  path: paths.note,
  loader: noteFile.loader,
  component: function Note() {
    const { noteId } = note.useParams()
    return <noteFile.Page key={noteId} noteId={noteId} />
  },
})

const recap = createRoute({
  getParentRoute: () => shell,
  path: paths.recap,
  loader: recapFile.loader,
  validateSearch: (search): { t?: number; q?: string } => optional({ t: seconds(search.t), q: text(search.q) }),
  component: function Recap() {
    const { recordingId } = recap.useParams()
    const { t, q } = recap.useSearch()
    return <recapFile.Page key={recordingId} recordingId={recordingId} from={t} query={q ?? ''} />
  },
})

const routeTree = root.addChildren([signIn, shell.addChildren([meetings, note, recap])])

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

const text = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined)

function seconds(value: unknown): number | undefined {
  const number = Number(value ?? Number.NaN)
  return Number.isFinite(number) && number >= 0 ? number : undefined
}

/** Leaves out what is undefined, so that the address stays short. */
function optional<T extends object>(fields: T): T {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as T
}
