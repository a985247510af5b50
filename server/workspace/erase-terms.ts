/** What rooms need to take an erased person out of their things (decision 50). */
import { type RawBuilder, sql } from 'kysely'
import type { ErasedNames } from '../tables.ts'

export type EraseTerms = { workspaceId: string; userId: string; now: Date; names: ErasedNames }

/** A thing that may name the person; `took_part`: they were in that meeting. */
export type NamedThing = { id: string; took_part: boolean }

/** Whether a folded address is, or stands for, that of an erased person. */
export const isErasedAddress = (workspaceId: string, address: RawBuilder<string>) => sql<boolean>`exists (
  select from users erased where erased.workspace_id = ${workspaceId} and erased.email_folded = ${address}
    and erased.erased_at is not null)`
