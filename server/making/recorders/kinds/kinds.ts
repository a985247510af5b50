/** The kinds of recorders, by their name in addresses. *Pure.* */
import { attendee } from './attendee.ts'
import { bigBlueButton } from './big-blue-button.ts'
import { meet } from './meet.ts'
import type { RecorderKind } from './recorder-kind.ts'
import { teams } from './teams.ts'
import { vexa } from './vexa.ts'
import { zoom } from './zoom.ts'

export const kindNames = ['zoom', 'teams', 'meet', 'vexa', 'attendee', 'bigbluebutton'] as const

export type Kind = (typeof kindNames)[number]

export const kinds: Record<Kind, RecorderKind> = { zoom, teams, meet, vexa, attendee, bigbluebutton: bigBlueButton }

/** Kinds whose services send bots into calls. */
export const botKinds = ['vexa', 'attendee'] as const

export type BotKind = (typeof botKinds)[number]

/** Whether bots of the service attend the calls, at an address and with a key of the operator's. */
export const isBotKind = (kind: Kind): kind is BotKind => (botKinds as readonly Kind[]).includes(kind)

/** The address to which a service sends its events. */
export const eventAddress = (origin: string, kind: Kind, id: string) => `${origin}/recorders/${kind}/${id}`
