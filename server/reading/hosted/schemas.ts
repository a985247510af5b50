/** The parts of responses that only the hosted original has. *Pure.* */
import Type from 'typebox'
import { Person } from '../../people/caller/schemas.ts'
import { Nullable } from '../../platform/http/schema.ts'

export const Invited = Type.Array(Type.Object({ email: Type.String() }), {
  description: 'The invited addresses, groups and guests included. Not an access list: others may see the note too.',
})

const nothing = { type: 'null' } as const
const Nothing = Type.Unsafe<null>(nothing as never)

const Point = Type.Object({
  timestamp: Nullable(Type.Integer({ description: 'Whole seconds from the start of the recording.' })),
  text: Type.String(),
  id: Type.Optional(Nothing),
  assignees: Type.Optional(Type.Array(Person, { description: 'Once one point of the section has any.' })),
  completion_type: Type.Optional(Nothing),
  due_date: Type.Optional(Nothing),
  accepted: Type.Optional(Type.Boolean()),
  status: Type.Optional(Type.String()),
})

/** null, or a list of one. */
export const HostedAiNotes = Nullable(
  Type.Array(
    Type.Object({
      id: Type.String({ description: 'Always `GENERAL`.' }),
      is_active: Type.Boolean(),
      title: Type.String(),
      template_creator: Nullable(
        Type.String({ description: 'The model that wrote them, or `embedded`; null of imported notes.' }),
      ),
      sections: Type.Array(
        Type.Object({
          title: Type.String(),
          type: Type.String({ description: 'Always `STANDARD`.' }),
          content: Type.Union([Type.String(), Type.Array(Point)]),
        }),
      ),
    }),
    { maxItems: 1, description: 'Notes that were written from the recording.' },
  ),
)

const moment = 'The same as'

/** Fields of segments and words in addition to `start_time` and `end_time`. */
export const StartAndEnd = {
  start: Type.Number({ description: `${moment} \`start_time\`.` }),
  end: Type.Number({ description: `${moment} \`end_time\`.` }),
}
