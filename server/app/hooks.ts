/** What upper rooms do when something happens in lower ones: the lower room calls it, and does not know who made it. */
import { changePlanned, readPlanned } from '../making/rules/planned.ts'
import { mediaLimits, readMediaUse } from '../making/uploads/media-use.ts'
import { uploaderOf } from '../making/uploads/submit-upload.ts'
import { forgetVoices } from '../making/voices/stored-voices.ts'
import { forgetTranscripts, forgetTranscriptsJob } from '../meetings/recordings/library/forget-transcripts.ts'
import { tryRemoveLeftovers } from '../meetings/recordings/media/leftovers.ts'
import { announceAiNotes } from '../meetings/recordings/recap-events/announce-ai-notes.ts'
import { tellOfShare } from '../meetings/recordings/recap-mail/tell-of-share.ts'
import type { ReadUsage } from '../people/accounts/settings.ts'
import { readLimits } from '../reading/ask/limits.ts'
import { askOptions } from '../reading/ask/room.ts'
import { channelWebhooks, forgetPublication } from '../webhooks/chats/channel-webhook.ts'
import { countWebhooks, webhookLimits } from '../webhooks/endpoints/limits.ts'
import type { Hooks, Parts } from './parts.ts'

export function hooksOf(parts: Parts): Hooks {
  const { db, clock, jobs, log, store, origin } = parts
  const announcing = () => ({ now: clock(), publicUrl: origin.address() })
  return {
    onShared: (tx, caller, thing, share) => tellOfShare(tx, announcing(), caller, thing, share),
    onPublished: (tx, { workspaceId, thing, channelId }) =>
      announceAiNotes(tx, announcing(), workspaceId, [{ ...thing, channelId }]),
    async onUnpublished(tx, { thing, ...channel }) {
      if (thing.kind === 'recording') await forgetPublication(tx, channel, thing.id)
    },
    forgetTranscripts: {
      later: (tx, workspaceId) =>
        jobs.send(tx, forgetTranscriptsJob, { workspaceId }, { at: new Date(clock().getTime() + 60_000) }),
      now: (workspaceId) => forgetTranscripts(parts, workspaceId),
    },
    forgetVoices,
    plans: {
      read: (db, caller, note) => readPlanned(db, clock(), caller, note),
      change: (tx, ...given) => changePlanned(tx, clock(), ...given),
    },
    deliverTo: channelWebhooks(parts),
    readUsage: usageReader(parts),
    removeMedia: () => tryRemoveLeftovers(db, store, log),
  }
}

/** Reads the caller's webhooks and uploads under way, and the row that counts the media of the workspace. */
function usageReader(parts: Parts): ReadUsage {
  const { db, clock, settings } = parts
  const [media, webhooks] = [mediaLimits(settings), webhookLimits(settings)]
  const asking = { ...parts, ...askOptions(parts) }
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
      ...(await readLimits(asking, caller)),
    }
  }
}
