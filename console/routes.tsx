/** The routes table: every page, its path, and what of its state stands in the address. */
import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext, createRoute, createRouter, redirect } from '@tanstack/react-router'
import { statusOf } from './api/client.ts'
import { sessionQuery } from './api/queries.ts'
import { MeetingsPage } from './pages/meetings/meetings-page.tsx'
import { NotePage } from './pages/note/note-page.tsx'
import { RecapPage } from './pages/recap/recap-page.tsx'
import { SignInPage } from './pages/sign-in/sign-in-page.tsx'
import { paths } from './paths.ts'
import { Shell } from './ui/shell.tsx'
import { Failed, Loading, NotFound } from './ui/states.tsx'

const root = createRootRouteWithContext<{ queries: QueryClient }>()({ notFoundComponent: NotFound })

const signIn = createRoute({
  getParentRoute: () => root,
  path: paths.signIn,
  validateSearch: (search): { return_to?: string } => optional({ return_to: text(search.return_to) }),
  component: () => <SignInPage returnTo={signIn.useSearch().return_to} />,
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
  validateSearch: (search): { title?: string } => optional({ title: text(search.title) }),
  component: () => <MeetingsPage title={meetings.useSearch().title ?? ''} />,
})

const note = createRoute({
  getParentRoute: () => shell,
  path: paths.note,
  component: () => <NotePage noteId={note.useParams().noteId} />,
})

const recap = createRoute({
  getParentRoute: () => shell,
  path: paths.recap,
  validateSearch: (search): { t?: number; q?: string } => optional({ t: seconds(search.t), q: text(search.q) }),
  component: function Recap() {
    const { recordingId } = recap.useParams()
    const { t, q } = recap.useSearch()
    return <RecapPage key={recordingId} recordingId={recordingId} from={t} query={q ?? ''} />
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
