import { importPeopleRoutes } from './routes.ts'

export const importPeopleRoom = { routes: importPeopleRoutes }
