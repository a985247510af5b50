/** Each part of the console in each state, for development: `npm run dev --workspace console`, then `/design/`. */
import '@fontsource-variable/inter'
import '@mantine/core/styles.css'
import '@mantine/notifications/styles.css'
import '../ui/global.css'
import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterContextProvider } from '@tanstack/react-router'
import { Suspense } from 'react'
import { createRoot } from 'react-dom/client'
import { peopleQuery } from '../api/people.ts'
import { sessionQuery } from '../api/queries.ts'
import { cssVariables, theme } from '../theme.ts'
import { Design } from './design.tsx'
import { OpenDialog } from './open-dialog.tsx'
import { people, session } from './samples.ts'

const queries = new QueryClient({
  defaultOptions: { queries: { retry: false, staleTime: Number.POSITIVE_INFINITY, queryFn: () => null } },
})
queries.setQueryData(sessionQuery.queryKey, session)
queries.setQueryData(peopleQuery.queryKey, people)
const router = createRouter({ routeTree: createRootRoute(), history: createMemoryHistory() })

createRoot(document.getElementById('root')!).render(
  <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto">
    <QueryClientProvider client={queries}>
      {/* Links show where they would lead; nothing is there. */}
      <RouterContextProvider router={router as never}>
        <Suspense>{location.hash === '#dialog' ? <OpenDialog /> : <Design />}</Suspense>
      </RouterContextProvider>
    </QueryClientProvider>
  </MantineProvider>,
)
