/** What happens with a meeting by itself, as a note tells it: the floor above knows what that is (decision 64). */
import Type, { type Static } from 'typebox'
import type { Caller } from '../../people/caller/caller.ts'
import { Id, Maybe, Nullable, OneOf } from '../../platform/http/schema.ts'
import { recordWishes } from '../../platform/postgres/column-types.ts'
import type { Db, Tx } from '../../platform/postgres/db.ts'

/** When a bot is sent and people are reminded, before the meeting. */
export const actSecondsBefore = 120
/** More than the rules of most meetings name. */
export const maxPlannedChannels = 100

const record = OneOf(recordWishes, {
  description: `Whether a bot of a recorder joins the call, ${actSecondsBefore} seconds before the meeting.`,
})

export const Planned = Type.Object(
  {
    record: Nullable(record),
    template: Nullable(Type.String({ description: 'The id of the note template.' })),
    notes_language: Nullable(Type.String({ description: 'A BCP 47 tag, or `spoken`; only rules say it.' })),
    channels: Type.Array(Type.String(), {
      description: 'Ids of the channels where its recordings are published, without private ones of others.',
    }),
    changed: Type.Boolean({
      description: 'Whether somebody changed some of it for this once; `null` takes that back.',
    }),
  },
  {
    description:
      'What happens with the meeting by rules, and by what people changed for this once. `null` for who may not edit the note, for past meetings, and where nothing is planned.',
  },
)
export type Planned = Static<typeof Planned>

export const GivenPlan = Type.Object(
  {
    record: Maybe(record),
    template: Maybe(Id('The note template.', 'nt_weekly')),
    channels: Maybe(
      Type.Array(Id('A channel.', 'ch_eng'), {
        maxItems: maxPlannedChannels,
        uniqueItems: true,
        description: 'All channels where its recordings are published; what you do not see of them stays.',
      }),
    ),
  },
  {
    description:
      'What happens with this meeting, before every rule; absent fields stay unchanged. `null`: as the rules say again.',
  },
)
export type GivenPlan = Static<typeof GivenPlan>

export type Plans = {
  /** @param endsAt  of its meeting */
  read(db: Db, caller: Caller, note: { id: string; endsAt: Date | null }): Promise<Planned | null>
  /** For who may edit the note, which is locked. @throws {ApiError} */
  change(tx: Tx, caller: Caller, noteId: string, given: GivenPlan | null): Promise<void>
}
