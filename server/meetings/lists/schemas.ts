import Type, { type Static, type TSchema } from 'typebox'
import { dateBounds, titleFilter } from '../../platform/http/filters.ts'
import { DateFilter, EventGuid, Id, Maybe, maxId } from '../../platform/http/schema.ts'

/** A list of types instead of `anyOf`, so that one mistake gives one error. */
const Invited = Type.Optional(
  Type.Unsafe<string | string[] | null>({
    type: ['string', 'array', 'null'],
    maxLength: maxId,
    items: { type: 'string', maxLength: maxId },
    maxItems: 20,
    description:
      'An address, or up to 20 of them: all must be invited to the event, each person by any address of their account. Case does not matter.',
    examples: [['ada@acme.test', 'guest@elsewhere.test']],
  } as TSchema),
)

/** The filters of notes and recordings (spec 2.7); all given ones must match. */
export const MeetingFilters = Type.Object(
  {
    event_guid: Maybe(EventGuid('The calendar event identifier.')),
    ...dateBounds,
    starts_at_start: Maybe(DateFilter('Of an event that starts at or after.')),
    starts_at_end: Maybe(DateFilter('Of an event that starts at or before.')),
    title: titleFilter,
    channel_id: Maybe(Id('Published in this channel; the caller must belong to it.', 'ch_eng')),
    series_id: Maybe(Id('Meetings of this series.', 'se_w')),
    event_attendees: Invited,
  },
  {
    description: 'Which ones; all given filters must match (spec 2.7).',
    examples: [{ title: 'weekly', created_at_start: '2026-01-01' }],
  },
)
export type MeetingFilters = Static<typeof MeetingFilters>
