import type { Context } from '../../platform/context/context.ts'
import type { DiskReserve } from '../../platform/disk-reserve.ts'
import { mediaLimits } from '../uploads/media-use.ts'
import { inboxJob } from './read-inbox.ts'

type Submitting = Pick<Context, 'db' | 'clock' | 'log' | 'jobs' | 'secretKey' | 'threads' | 'store' | 'settings'> & {
  disk: DiskReserve
  transcribes(): Promise<boolean>
}

/** What making an upload from a file of the inbox needs, except the folder. */
export const submitDeps = ({ settings, ...context }: Submitting) => ({
  ...context,
  limits: mediaLimits(settings),
  bodyLimitBytes: settings.bodyLimitBytes,
  settleSeconds: settings.inboxSettleSeconds,
})

export const inboxRoom = {
  jobs: (context: Submitting & { stopping: AbortSignal }) => {
    const { stopping, settings } = context
    return settings.inboxDir ? [inboxJob({ ...submitDeps(context), folder: settings.inboxDir, stopping })] : []
  },
}
