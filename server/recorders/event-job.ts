/** The job that takes a recording of an event, and where its row is. */
import { createHash } from 'node:crypto'

export const takeRecordingJob = 'take-recording'

/** `key` is the row's, as hex. */
export type RecordedJob = { workspaceId: string; recorderId: string; key: string }

/** The hash of what a kind of recorder names a recording by, its `RecordingNotice.key`. */
export const keyOf = (text: string) => createHash('sha256').update(text).digest('hex')

/** The owner that a sealed event is bound to. */
export const eventOwner = ({ workspaceId, recorderId, key }: RecordedJob) => `${workspaceId}/${recorderId}/${key}`
