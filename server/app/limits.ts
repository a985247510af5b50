/** The limits in the settings, and the current use of what they limit (decision 29c on people and keys). */

import { type MediaLimits, readMediaUse } from '../making/uploads/media-use.ts'
import { uploaderOf } from '../making/uploads/submit-upload.ts'
import type { ReadUsage } from '../people/accounts/settings.ts'
import type { Config } from '../platform/context/config.ts'
import { readLimits } from '../reading/ask/ask.ts'
import { countWebhooks, type WebhookLimits } from '../webhooks/endpoints/limits.ts'

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
