import { sweepMedia } from '../../../meetings/recordings/media/leftovers.ts'
import type { Context } from '../../../platform/context/context.ts'
import type { DiskReserve } from '../../../platform/disk-reserve.ts'
import type { Api } from '../../../platform/http/api.ts'
import type { JobDefinition } from '../../../platform/jobs/jobs.ts'
import type { ProcessConnection } from '../../../platform/postgres/process-connection.ts'
import { removeAbandoned } from '../../../platform/scratch.ts'
import { dayMs } from '../../../platform/time.ts'
import type { Transcriber } from '../../engines/shared/engines.ts'
import { endStranded } from '../end-stranded.ts'
import { deleteExpiredIdempotencyKeys } from '../idempotency.ts'
import { mediaLimits } from '../media-use.ts'
import { tidySessions } from './finish-session.ts'
import { tusRoutes } from './routes.ts'
import { UploadLocker } from './upload-locker.ts'

type Sessions = Pick<Context, 'db' | 'clock' | 'log' | 'jobs' | 'secretKey' | 'store'>
type Receiving = Sessions &
  Pick<Context, 'settings'> & {
    disk: DiskReserve
    processConnection: ProcessConnection
    transcribes(): Promise<boolean>
    engines(): { transcriber: Transcriber | null }
  }

export const tusRoom = {
  routes: (api: Api, context: Receiving) =>
    tusRoutes(api, {
      ...context,
      locker: new UploadLocker(context.processConnection),
      limits: mediaLimits(context.settings),
      transcriber: () => context.engines().transcriber,
    }),
  jobs: (context: Sessions): JobDefinition[] => {
    const { db, clock, log, store } = context
    const run = async () => {
      await deleteExpiredIdempotencyKeys(db, clock())
      await tidySessions(context)
      await endStranded(db, clock())
      await removeAbandoned(new Date(clock().getTime() - dayMs))
      log.info({ files: await sweepMedia(db, store, clock()) }, 'Files of media that nothing names were removed')
    }
    return [{ name: 'tidy-uploads', cron: '41 * * * *', run }]
  },
}
