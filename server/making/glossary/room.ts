import type { TextPlace } from '../../people/privacy/text-places.ts'
import { glossaryRoutes } from './routes.ts'

const texts: TextPlace[] = [{ table: 'glossaries', key: ['workspace_id'], texts: [], json: { document: 'jsonb' } }]

export const glossaryRoom = { routes: glossaryRoutes, texts }
