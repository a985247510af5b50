/** Uploads: their results, unfinished ones, and new ones without a file. */
import { type components, dataOf, type ItemOf } from '@minutebook/client'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { client } from './client.ts'
import { type ListFilters, ofList } from './meetings.ts'
import { ownRights } from './own-rights.ts'
import { pagesOf } from './pages.ts'

export type UploadRow = components['schemas']['RecordingUpload']
export type UploadStatus = NonNullable<UploadRow['status']>
export type Unfinished = ItemOf<'/api/v1/recordings/upload/tus'>

/** Details of a recording besides its content; undefined ones are not sent. */
export type Details = { language_code?: string; event_guid?: string; channel_id?: string; template_id?: string }

export const uploadsKey = ['uploads'] as const

/** Filters of the list, as in the page's address. */
export type UploadFilters = ListFilters & { status?: UploadStatus }

/** The state in the page's address; without `by` a file is uploaded. `shared`: another app has given files to this one. */
export type UploadsState = UploadFilters & { by?: 'transcript' | 'address'; shared?: 'yes' }

export const uploadsQuery = ({ status, ...filters }: UploadFilters) =>
  pagesOf([...uploadsKey, 'all', { status, ...filters }], async ({ signal, pagination }) => {
    const body = { pagination, filters: { ...ofList(filters), status } }
    return dataOf(await client.POST('/api/v1/recordings/upload/list', { signal, body })).uploads
  })

const progressMs = 2_000
/** What waits for a transcription service may wait for days. */
const waitingMs = 30_000

const isWorkedOn = ({ progress }: UploadRow) => progress?.stage !== 'waiting'

const pendingOf = (key: string, headers = {}) =>
  queryOptions({
    queryKey: [...uploadsKey, key],
    queryFn: async ({ signal }) => {
      const body = { filters: { status: 'PENDING' as const }, pagination: { page_size: 50 } }
      return dataOf(await client.POST('/api/v1/recordings/upload/list', { signal, headers, body })).uploads.data
    },
    refetchInterval: ({ state: { data = [] } }) => data.length > 0 && (data.some(isWorkedOn) ? progressMs : waitingMs),
  })

/** Those that are being processed, asked for again and again while there are some. */
export const pendingQuery = pendingOf('pending')
/** The person's own, also while they have administrator rights. */
export const ownPendingQuery = pendingOf('own pending', ownRights)

/** Files of which a part has arrived, from any browser. */
export const unfinishedQuery = queryOptions({
  queryKey: [...uploadsKey, 'unfinished'],
  queryFn: async ({ signal }) => {
    const query = { page_size: 50 }
    return Array.fromAsync(client.pages('/api/v1/recordings/upload/tus', { signal, params: { query } }))
  },
})

const waitSeconds = 20

/** Waits until the service has processed an upload, and refetches all of them then, or after a while. */
export function useAwaitUpload(id: string | undefined): UploadRow | undefined {
  const queries = useQueryClient()
  const { data } = useQuery({
    queryKey: ['upload', id],
    enabled: id !== undefined,
    gcTime: 0,
    queryFn: async ({ signal }) => {
      const params = { path: { recording_id: id! }, query: { wait: waitSeconds } }
      const { upload } = dataOf(await client.GET('/api/v1/recordings/upload/{recording_id}', { signal, params }))
      const changed =
        upload.status === 'SUCCESS' ? [uploadsKey, ['notes'], ['recordings'], ['action_items']] : [uploadsKey]
      await Promise.all(changed.map((queryKey) => queries.invalidateQueries({ queryKey })))
      return upload
    },
    // Pauses between requests, in case the service answers without waiting.
    refetchInterval: ({ state }) => (state.data?.status === 'PENDING' ? 1_000 : false),
  })
  return data
}

type Content = { url: string } | { transcript: { text: string } }

export function useSubmit() {
  const queries = useQueryClient()
  return useMutation({
    meta: { pageShowsError: true },
    mutationFn: async ({ title, details, content }: { title: string; details: Details; content: Content }) => {
      const body = { title, ...details, ...content } as { title: string }
      return dataOf(await client.POST('/api/v1/recordings/upload', { body })).recording_id
    },
    onSuccess: () => queries.invalidateQueries({ queryKey: uploadsKey }),
  })
}

/** Cancels an unfinished upload, and deletes its bytes. */
export function useCancelUpload() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async (id: string) => {
      const params = { path: { recording_id: id }, header: { 'Tus-Resumable': '1.0.0' } }
      const answer = await client.DELETE('/api/v1/recordings/upload/tus/{recording_id}', { params })
      // Already gone.
      if (answer.response.status !== 404) dataOf(answer)
      return id
    },
    onSettled: () => queries.invalidateQueries({ queryKey: uploadsKey }),
  })
}

/** Stops an upload that the service processes. */
export function useStopUpload() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async (id: string) => {
      const params = { path: { recording_id: id } }
      const answer = await client.POST('/api/v1/recordings/upload/{recording_id}/cancel', { params })
      // It has ended meanwhile, and the list says how.
      if (answer.response.status !== 409) dataOf(answer)
    },
    onSettled: () => queries.invalidateQueries({ queryKey: uploadsKey }),
  })
}

/** Ends an upload of unknown length with what has arrived. */
export function useEndUpload() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async ({ recording_id, bytes_arrived }: Unfinished) => {
      const header = {
        'Tus-Resumable': '1.0.0',
        'Upload-Offset': bytes_arrived,
        'Upload-Length': bytes_arrived,
      } as const
      const answer = await client.PATCH('/api/v1/recordings/upload/tus/{recording_id}', {
        params: { path: { recording_id }, header },
        headers: { 'content-type': 'application/offset+octet-stream' },
        body: '' as never,
        bodySerializer: () => '',
      })
      dataOf(answer)
    },
    onSettled: () => queries.invalidateQueries({ queryKey: uploadsKey }),
  })
}
