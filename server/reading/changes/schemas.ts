/** The request of a follower and its answer (decision 45 on changes). */
import Type, { type Static } from 'typebox'
import { OneOf, pageQuery, Time, WaitQuery } from '../../platform/http/schema.ts'

export const changeKinds = ['note', 'recording', 'action_item', 'decision'] as const
export type ChangeKind = (typeof changeKinds)[number]

/** Changes on a page. */
export const maxChanges = 200

export const ChangesQuery = Type.Object({
  cursor: Type.Optional({
    ...pageQuery.cursor,
    description: 'The `cursor` of the previous answer; without it everything that the caller sees comes first.',
  }),
  kinds: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 100,
      description:
        'A comma-separated list of `note`, `recording`, `action_item` and `decision`; all without it. A cursor keeps its kinds.',
      examples: ['note,recording'],
    }),
  ),
  copy: Type.Optional(
    Type.Boolean({
      default: true,
      description:
        'Without a cursor: `false` leaves out the first copy and begins with what changes from now on. A cursor keeps this choice.',
    }),
  ),
  page_size: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: maxChanges,
      default: 100,
      description: `Changes at most, 1 to ${maxChanges}.`,
    }),
  ),
  wait: Type.Optional({
    ...WaitQuery.properties.wait,
    description: 'Seconds to wait for a change if there is none, 0 to 30.',
  }),
})

export const Change = Type.Object(
  {
    kind: OneOf([...changeKinds]),
    id: Type.String({ description: 'Of the note, recording, action item or decision.' }),
    change: OneOf(['changed', 'gone'], {
      description: '`changed`: read it again. `gone`: it was deleted, or the caller does not see it any more.',
    }),
    at: Time('When it changed; in the first copy its `updated_at`.'),
  },
  { $id: 'Change', description: 'A change of something that the caller sees or saw.' },
)
export type Change = Static<typeof Change>

export const ChangesPage = Type.Object({
  page_info: Type.Object({
    cursor: Type.String({ description: 'Send it with the next request, also if nothing follows yet.' }),
    page_size: Type.Integer({ description: 'The page size that was used.' }),
    has_more: Type.Boolean({
      description: 'More follows already: send the next request at once. A page may be empty then.',
    }),
  }),
  data: Type.Array(Change),
})
