/** What rooms need to take an erased person out of their things (decision 50). */
import type { ErasedNames } from '../tables.ts'

export type EraseTerms = { workspaceId: string; userId: string; now: Date; names: ErasedNames }

/** A thing that may name the person; `took_part`: they were in that meeting. */
export type NamedThing = { id: string; took_part: boolean }
