import { orderJobs } from './order-due-bots.ts'
import { botRoutes } from './routes.ts'

export const botsRoom = { routes: botRoutes, jobs: orderJobs }
