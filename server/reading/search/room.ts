import { searchRoutes } from './routes.ts'

export const searchRoom = { routes: searchRoutes }
