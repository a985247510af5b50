/**
 * The answer of `GET /api/v1/changes` (decision 45). These types are written by hand: once openapi.json has the operation,
 * they become `paths['/api/v1/changes']['get']` of the generated ones, here and nowhere else.
 */

export type ChangeKind = 'note' | 'recording' | 'action_item'

/** `gone`: deleted, or out of sight. */
export type Change = { kind: ChangeKind; id: string; change: 'changed' | 'gone'; at: string }

export type ChangesAnswer = {
  page_info: { cursor: string; page_size: number; has_more: boolean }
  data: Change[]
}
