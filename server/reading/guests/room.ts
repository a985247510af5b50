import { linkKey } from '../../meetings/recordings/media/media-link.ts'
import type { Context } from '../../platform/context/context.ts'
import type { Api } from '../../platform/http/api.ts'
import { guestRoutes } from './routes.ts'

export const guestsRoom = {
  open: (api: Api, context: Pick<Context, 'db' | 'clock' | 'secretKey' | 'settings'>) => {
    const { publicUrl, baseDomain } = context.settings
    guestRoutes(api, { ...context, publicUrl, baseDomain, mediaKey: linkKey(context.secretKey.current) })
  },
}
