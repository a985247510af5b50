import Type, { type Static } from 'typebox'
import { MeetingFilters } from '../../meetings/lists/schemas.ts'
import { PageOf } from '../../platform/http/page.ts'
import { IdOf, Maybe, Nullable, OneOf, Pagination, Time } from '../../platform/http/schema.ts'

const statuses = ['FAILED', 'PENDING', 'SUCCESS'] as const

const {
  series_id: _,
  event_attendees: __,
  starts_at_start: ___,
  starts_at_end: ____,
  ...uploadFilters
} = MeetingFilters.properties

const UploadFilters = Type.Object(
  {
    ...uploadFilters,
    status: Maybe(OneOf([...statuses], { description: 'The status of the upload.' })),
    import_keys: Maybe(
      Type.Array(Type.String({ maxLength: 128 }), {
        maxItems: 50,
        description: 'Your own imports with these keys: those of them that you need not send again.',
      }),
    ),
  },
  { description: 'Which ones; all given filters must match (spec 2.7).', examples: [{ status: 'FAILED' }] },
)
export type UploadFilters = Static<typeof UploadFilters>

export const ListUploads = Type.Object(
  { pagination: Maybe(Pagination), filters: Maybe(UploadFilters) },
  { examples: [{ pagination: { page_size: 20 }, filters: { status: 'FAILED' } }] },
)

/** Spec 2.4. */
export const RecordingUpload = Type.Partial(
  Type.Object({
    recording_id: IdOf('recording_id', 'The id that the submit endpoint returned.'),
    title: Nullable(Type.String()),
    created_at: Nullable(Time('In UTC.')),
    updated_at: Nullable(Time('In UTC.')),
    status: Nullable(OneOf([...statuses])),
    failure_reason: Nullable(Type.String({ description: 'Why it failed, in one sentence.' })),
    progress: Type.Object(
      {
        stage: OneOf(['fetching', 'waiting', 'transcribing', 'writing'], {
          description:
            '`waiting`: there is no transcription service yet, and the upload may wait for one (`may_wait`).',
        }),
        done: Nullable(Type.Number({ minimum: 0, maximum: 1, description: 'The share of the stage that is done.' })),
      },
      { description: 'How far the upload is; absent unless it is PENDING and being processed.' },
    ),
    import_key: Type.String({ description: 'The key of an import; absent otherwise.' }),
    notes_fallback_reason: Type.String({
      description:
        'Why the embedded writer wrote the AI notes although a language model is configured; absent otherwise. Only for super admins.',
    }),
  }),
  { $id: 'RecordingUpload', description: 'The import status of an uploaded recording (spec 2.4).' },
)

export const UploadPage = Type.Object({ uploads: PageOf(RecordingUpload) })

export const uploadExample: Static<typeof RecordingUpload> = {
  recording_id: 'r_9',
  title: 'Old call',
  created_at: '2026-01-06T10:00:00.000Z',
  updated_at: '2026-01-06T10:02:00.000Z',
  status: 'FAILED',
  failure_reason: 'The media could not be read',
}
