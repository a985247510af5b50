/** The job that imports one recording of an event, and the key of the event's row. */
import { createHash } from 'node:crypto'

export const takeRecordingJob = 'take-recording'

/** `key` is the row's key in hex. */
export type RecordedJob = { workspaceId: string; recorderId: string; key: string }

/** The SHA-256 of `RecordingNotice.key`, which identifies a recording to its service. */
export const hashOf = (text: string) => createHash('sha256').update(text).digest('hex')

/** The owner to which a sealed event is bound. */
export const eventOwner = ({ workspaceId, recorderId, key }: RecordedJob) => `${workspaceId}/${recorderId}/${key}`
