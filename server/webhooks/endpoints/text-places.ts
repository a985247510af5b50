/** The columns of this room that hold text written by people (decision 50 on erasure). */
import type { TextPlace } from '../../people/privacy/text-places.ts'

export const webhookTexts: TextPlace[] = [{ table: 'webhooks', key: ['id'], texts: ['description'] }]
