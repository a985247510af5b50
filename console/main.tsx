/** Begins: theme, cache of answers, routes. */
import '@fontsource-variable/inter'
import '@mantine/core/styles.css'
import './ui/global.css'
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { createRoot } from 'react-dom/client'
import { createQueries } from './api/client.ts'
import { createAppRouter } from './routes.tsx'
import { cssVariables, theme } from './theme.ts'
import { Connection } from './ui/connection.tsx'
import { locale } from './words/words.ts'

document.documentElement.lang = locale

const queries = createQueries(() => {
  const { pathname, searchStr } = router.state.location
  if (pathname === '/sign-in') return
  void router.navigate({ to: '/sign-in', search: { return_to: pathname + searchStr }, replace: true })
})
const router = createAppRouter(queries)

createRoot(document.getElementById('root')!).render(
  <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto">
    <QueryClientProvider client={queries}>
      <Connection />
      <RouterProvider router={router} />
    </QueryClientProvider>
  </MantineProvider>,
)
