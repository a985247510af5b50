/** The kinds of recorders, by their name in addresses. *Pure.* */
import { meet } from './meet.ts'
import type { RecorderKind } from './recorder-kind.ts'
import { teams } from './teams.ts'
import { zoom } from './zoom.ts'

export const kinds = { zoom, teams, meet } satisfies Record<string, RecorderKind>

export type Kind = keyof typeof kinds

/** The address to which a service sends its events. */
export const eventAddress = (origin: string, kind: Kind, id: string) => `${origin}/recorders/${kind}/${id}`
