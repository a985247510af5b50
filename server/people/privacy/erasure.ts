/** What rooms need to remove an erased person from their rows (decision 50). */
import { type RawBuilder, sql } from 'kysely'
import type { ErasedNames } from '../../platform/postgres/column-types.ts'

export type Erasure = { workspaceId: string; userId: string; now: Date; names: ErasedNames }

/** A note, recording or item that may name the person; `took_part`: they were in that meeting. */
export type NamedThing = { id: string; took_part: boolean }

/** Whether a folded address is that of an erased person, or the one that replaced it. */
export const isErasedAddress = (workspaceId: string, address: RawBuilder<string>) => sql<boolean>`exists (
  select from addresses known
  join users erased on erased.workspace_id = known.workspace_id and erased.id = known.user_id
  where known.workspace_id = ${workspaceId} and known.email_folded = ${address} and erased.erased_at is not null)`
