import { workspaceRoutes } from './routes.ts'

export const callerRoom = { routes: workspaceRoutes }
