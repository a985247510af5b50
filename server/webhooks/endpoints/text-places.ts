/** Where texts of people stand in this room (decision 50). */
import type { TextPlace } from '../../workspace/text-places.ts'

export const webhookTexts: TextPlace[] = [{ table: 'webhooks', key: ['id'], texts: ['description'] }]
