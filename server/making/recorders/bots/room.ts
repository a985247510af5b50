import { botRoutes } from './routes.ts'

export const botsRoom = { routes: botRoutes }
