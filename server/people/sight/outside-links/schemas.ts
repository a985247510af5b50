/** Links for people without an account, as requests and answers hold them (decision 57). */
import Type, { type Static } from 'typebox'
import { Id, IdOf, Maybe, Nullable, OneOf, Time } from '../../../platform/http/schema.ts'
import { Person } from '../../caller/schemas.ts'
import type { PublishableKind } from '../visible.ts'

const partsOf = { recording: OneOf(['notes', 'items', 'transcript', 'media']), note: OneOf(['notes', 'items']) }

const shown = {
  recording: '`notes`: the AI notes; `items`: their action items; `transcript`; `media`: to play.',
  note: '`notes`: the agenda without its items; `items`: its action items.',
}

export const NewLink = (kind: PublishableKind) =>
  Type.Object(
    {
      expires_in: Maybe(
        Type.Integer({
          minimum: 3_600,
          maximum: 31_536_000,
          default: 2_592_000,
          description: 'Seconds for which it works; 30 days by default.',
        }),
      ),
      parts: Maybe(
        Type.Array(partsOf[kind], {
          minItems: 1,
          uniqueItems: true,
          description: `What it shows besides the title, \`["notes"]\` by default. ${shown[kind]}`,
        }),
      ),
      password: Maybe(
        Type.String({ minLength: 8, maxLength: 128, description: 'Who opens it must give it; tell it another way.' }),
      ),
    },
    { examples: [{ expires_in: 604_800, parts: ['notes', 'items'] }] },
  )

export const OutsideParts = Type.Array(OneOf(['notes', 'items', 'transcript', 'media']))

const OutsideLink = Type.Object(
  {
    id: IdOf('link_id', 'Identifier of the link.'),
    parts: OutsideParts,
    has_password: Type.Boolean(),
    by: Person,
    created_at: Time('When it was made.'),
    expires_at: Time('When it ends.', '2026-02-04T09:00:00.000Z'),
    works: Type.Boolean({ description: 'False while its maker may not share, or such links are switched off.' }),
    openings: Type.Integer({ description: 'How often it was opened.' }),
    last_opened_at: Nullable(Time('When it was opened last.')),
  },
  { $id: 'OutsideLink', description: 'A link that shows a note or a recording to people without an account.' },
)

export const MadeLink = Type.Object({
  link: Type.Object({
    ...OutsideLink.properties,
    url: Type.String({ description: 'The address, only in this answer. Who has it can open it.' }),
  }),
})

export const OutsideLinks = Type.Object({
  links: Type.Array(OutsideLink, { description: 'Those that have not expired, the newest first.' }),
})

export const LinkId = Type.Object({ link_id: Id('Identifier of the link.', 'ol_1') })

export const linkExample: Static<typeof OutsideLink> = {
  id: 'ol_1',
  parts: ['notes', 'items'],
  has_password: false,
  by: { id: 'u_ada', email: 'ada@acme.test', full_name: 'Ada Moreau' },
  created_at: '2026-01-05T09:31:00.000Z',
  expires_at: '2026-02-04T09:31:00.000Z',
  works: true,
  openings: 0,
  last_opened_at: null,
}
