/** What somebody without an account sends and sees (decision 57). */
import Type, { type Static } from 'typebox'
import { ApiTranscript } from '../../meetings/recordings/library/schemas.ts'
import { OutsideParts } from '../../people/sight/outside-links/schemas.ts'
import { Maybe, Nullable, OneOf, Time } from '../../platform/http/schema.ts'

export const OpenLink = Type.Object(
  {
    token: Type.String({ minLength: 1, maxLength: 128, description: 'What follows `#token=` in the link.' }),
    password: Maybe(Type.String({ maxLength: 128, description: 'Its password, if it has one.' })),
  },
  { examples: [{ token: 'k3zXb2…' }] },
)

const Point = Type.Object({
  text: Type.String(),
  timestamp: Nullable(Type.Integer({ description: 'Whole seconds from the start of the recording.' })),
})

const GuestNotes = Type.Object(
  {
    markdown: Type.String({
      description:
        'Notes as Markdown; empty where there are sections, and for notes without sections if the link shows no items.',
    }),
    sections: Type.Array(
      Type.Object({
        title: Type.String(),
        content: Type.Optional(Type.String({ description: 'A section of text.' })),
        items: Type.Optional(Type.Array(Point, { description: 'A section of points.' })),
      }),
    ),
  },
  { description: 'The AI notes of a recording, or the agenda of a note; without action items.' },
)
export type GuestNotes = Static<typeof GuestNotes>

const GuestItem = Type.Object({
  ...Point.properties,
  assignees: Type.Array(Type.String(), { description: 'Full names.' }),
  due_date: Nullable(Type.String({ description: 'A day, `YYYY-MM-DD`.' })),
  done: Nullable(Type.Boolean({ description: 'Null for an item of AI notes, which do not know.' })),
})
export type GuestItem = Static<typeof GuestItem>

const { language_code, speech_segments } = ApiTranscript.properties
const GuestTranscript = Type.Object({ language_code, speech_segments }, { description: 'What was said.' })

/** The fields that are always there, and those of the parts. */
export const Shared = Type.Object(
  {
    kind: OneOf(['note', 'recording']),
    title: Type.String(),
    starts_at: Nullable(Time('When the meeting began, or was to begin.')),
    ends_at: Nullable(Time('When it ended, or was to end.')),
    workspace: Type.String({ description: 'The name of the workspace that it comes from.' }),
    shared_by: Type.String({ description: 'The full name of who made the link.' }),
    expires_at: Time('When the link ends.', '2026-02-04T09:00:00.000Z'),
    parts: OutsideParts,
    notes: Type.Optional(GuestNotes),
    items: Type.Optional(Type.Array(GuestItem, { description: 'Action items, without archived ones.' })),
    media_url: Type.Optional(
      Nullable(
        Type.String({
          description:
            'A signed link to the media for four hours, at most as long as the link works. Null without media.',
        }),
      ),
    ),
    transcript: Type.Optional(Nullable(GuestTranscript)),
  },
  { $id: 'Shared', description: 'What a link shows; the fields of parts that it does not show are absent.' },
)

export const Opened = Type.Object({ shared: Shared })

export const sharedExample: Static<typeof Shared> = {
  kind: 'recording',
  title: 'Weekly 5 Jan',
  starts_at: '2026-01-05T09:00:10.000Z',
  ends_at: '2026-01-05T09:29:50.000Z',
  workspace: 'Acme',
  shared_by: 'Ada Moreau',
  expires_at: '2026-02-04T09:31:00.000Z',
  parts: ['notes', 'items'],
  notes: { markdown: '', sections: [{ title: 'Summary', content: 'The deck goes out on Friday.' }] },
  items: [{ text: 'Send the deck', timestamp: 754, assignees: ['Ada Moreau'], due_date: null, done: null }],
}
