/** Starts the console: theme, query cache, routes. */
import './early-keys.ts'
import '@fontsource-variable/inter'
import '@mantine/core/styles.css'
import '@mantine/notifications/styles.css'
import './ui/global.css'
import { MantineProvider } from '@mantine/core'
import { Notifications } from '@mantine/notifications'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { createRoot } from 'react-dom/client'
import { createQueries } from './api/client.ts'
import { leaveToSignIn } from './api/left-page.ts'
import { forgetActing } from './api/on-behalf.ts'
import { personHere } from './api/person.ts'
import { findWantedPage } from './pages/sign-in/wanted-page.ts'
import { createAppRouter } from './routes.tsx'
import { cssVariables, theme } from './theme.ts'
import { Connection } from './ui/connection.tsx'
import { noticeFailed } from './ui/notices.ts'
import { locale } from './words/words.ts'

document.documentElement.lang = locale

function leadToSignIn(): void {
  const { pathname, searchStr } = router.state.location
  if (pathname === '/sign-in') return
  if (personHere()) return void leaveToSignIn(Date.now())
  forgetActing()
  void router.navigate({ to: '/sign-in', search: { return_to: pathname + searchStr }, replace: true })
}

findWantedPage(Date.now())

const queries = createQueries({ onSignedOut: leadToSignIn, onRefused: noticeFailed })
const router = createAppRouter(queries)

if (import.meta.env.PROD) void navigator.serviceWorker?.register('/service-worker.js').catch(() => {})

createRoot(document.getElementById('root')!).render(
  <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto">
    <QueryClientProvider client={queries}>
      <Connection />
      <Notifications position="bottom-right" />
      <RouterProvider router={router} />
    </QueryClientProvider>
  </MantineProvider>,
)
