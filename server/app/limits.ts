/** The limits in the settings, and the current use of what they limit (decision 29c on people and keys). */
import { readLimits } from './ask/ask.ts'
import type { Config } from './config.ts'
import { type MediaLimits, readMediaUse } from './recordings/media/media-use.ts'
import { uploaderOf } from './recordings/uploads/submit-upload.ts'
import { countWebhooks, type WebhookLimits } from './webhooks/endpoints/limits.ts'
import type { ReadUsage } from './workspace/settings.ts'

export const mediaLimits = (config: Config): MediaLimits => ({
  mediaMaxBytes: config.mediaMaxBytes,
  workspaceMaxBytes: config.maxMediaBytesPerWorkspace,
  openUploads: config.maxOpenUploadsPerPerson,
})

export const webhookLimits = (config: Config): WebhookLimits => ({
  perPerson: config.maxWebhooksPerPerson,
  perWorkspace: config.maxWorkspaceWebhooks,
})

/** Reads the caller's webhooks and uploads under way, and the row that counts the media of the workspace. */
export function usageReader(config: Config, deps: Parameters<typeof readLimits>[0]): ReadUsage {
  const { db, clock } = deps
  const [media, webhooks] = [mediaLimits(config), webhookLimits(config)]
  return async (caller) => {
    const use = await readMediaUse(db, clock(), uploaderOf(caller), media)
    const count = await countWebhooks(db, caller)
    return {
      media_bytes: use.bytes,
      media_bytes_limit: media.workspaceMaxBytes || null,
      open_uploads: use.openUploads,
      open_uploads_limit: media.openUploads,
      webhooks: count.user,
      webhooks_limit: webhooks.perPerson,
      // Only super admins may read workspace webhooks.
      workspace_webhooks: caller.superAdmin ? count.workspace : null,
      workspace_webhooks_limit: webhooks.perWorkspace,
      ...(await readLimits(deps, caller)),
    }
  }
}
