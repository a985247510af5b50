/** The request and the response of the preview of retention (decision 51). */
import Type, { type Static } from 'typebox'

const Days = (what: string) =>
  Type.Optional(Type.Integer({ minimum: 1, maximum: 36_500, description: `Days; if absent, ${what} not counted.` }))

export const OldQuery = Type.Object({
  transcripts: Days('transcripts are'),
  media: Days('media are'),
  everything: Days('notes, items, uploads and events are'),
})

const Count = (description: string) => Type.Integer({ minimum: 0, description })

export const OldCounts = Type.Object(
  {
    notes: Count('Notes, which are deleted with their recordings and items.'),
    action_items: Count('Action items without a note.'),
    uploads: Count('Failed uploads.'),
    events: Count('Past meetings without a note; those of `notes` go with them.'),
    transcripts: Count('Transcripts, of `notes` too.'),
    media: Count('Recordings with media, of `notes` too.'),
    media_bytes: Count('Size of these media in bytes.'),
  },
  { $id: 'OldCounts', description: 'How much is older than the given days.' },
)

export const oldExample: Static<typeof OldCounts> = {
  notes: 12,
  action_items: 3,
  uploads: 0,
  events: 40,
  transcripts: 31,
  media: 18,
  media_bytes: 734_003_200,
}
