import type { TextPlace } from '../../people/privacy/text-places.ts'
import { noteTemplateRoutes } from './routes.ts'

const texts: TextPlace[] = [{ table: 'note_templates', key: ['workspace_id'], texts: [], json: { document: 'jsonb' } }]

export const noteTemplatesRoom = { routes: noteTemplateRoutes, texts }
