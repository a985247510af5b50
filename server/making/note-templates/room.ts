import { noteTemplateRoutes } from './routes.ts'

export const noteTemplatesRoom = { routes: noteTemplateRoutes }
