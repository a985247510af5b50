/** The response of `GET /api/v1/changes` (decision 45). */
import type { components, paths } from './generated/openapi.ts'

export type Change = components['schemas']['Change']
export type ChangeKind = Change['kind']

export type ChangesAnswer = paths['/api/v1/changes']['get']['responses'][200]['content']['application/json']
