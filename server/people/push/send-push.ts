/** Sends one encrypted message to a device by its push service (RFC 8030, 8291, 8292), under the address rules of decision 33. */
import { createHash } from 'node:crypto'
import type { Context } from '../../platform/context/context.ts'
import { OutboundError } from '../../platform/outbound/outbound-error.ts'
import { sharerOf } from '../caller/caller.ts'
import { isPerWorkspace } from '../caller/origin.ts'
import { readPushKeys } from './push-keys.ts'
import { pushAddress } from './schemas.ts'
import { forgetDevice, readDevice } from './subscriptions.ts'

/** `failed`: it may work later. `gone`: the device is withdrawn, or was there no more. */
export type PushOutcome = 'sent' | 'failed' | 'gone'

type Sending = Pick<Context, 'db' | 'clock' | 'outbound' | 'secretKey' | 'settings' | 'log'>

export type PushMessage = {
  /** @param titles  whether it may hold a title */
  body(titles: boolean): object
  /** A later message about the same thing replaces this one where it waits. */
  about: string
  /** How long the push service keeps it for a device that is away. */
  keepSeconds: number
}

/** Of the answer nothing but its status is used, and no redirect is followed. */
export const timeoutSeconds = 10
const maxBytes = 1_024

export async function sendPush(
  deps: Sending,
  device: { workspaceId: string; userId: string; id: string },
  { body, about, keepSeconds }: PushMessage,
): Promise<PushOutcome> {
  const { db, clock, outbound, settings, log } = deps
  const reached = await readDevice(deps, clock(), device)
  if (!reached) return 'gone'
  const { default: webPush } = await import('web-push')
  const { endpoint, ...request } = webPush.generateRequestDetails(
    reached.target,
    JSON.stringify(body(reached.titles)),
    {
      TTL: keepSeconds,
      urgency: 'high',
      topic: createHash('sha256').update(about).digest('base64url').slice(0, 32),
      vapidDetails: { subject: contactOf(settings), ...(await readPushKeys(deps)) },
    },
  )
  try {
    const { status } = await outbound.request(endpoint, {
      what: pushAddress,
      owner: sharerOf(device.workspaceId, device.userId),
      method: 'POST',
      headers: Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)])),
      body: request.body,
      ...{ timeoutSeconds, maxBytes },
    })
    if (status === 404 || status === 410) {
      await forgetDevice(db, device)
      return 'gone'
    }
    if (status < 200 || status > 299) return failed(log, { status })
    await db
      .updateTable('push_subscriptions')
      .set({ last_used_at: clock() })
      .where('workspace_id', '=', device.workspaceId)
      .where('id', '=', device.id)
      .execute()
    return 'sent'
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error
    return failed(log, { reason: error.reason })
  }
}

function failed(log: Sending['log'], why: object): 'failed' {
  log.info(why, 'A push service did not take a reminder')
  return 'failed'
}

/** Whom a push service may write to (RFC 8292, section 2.1): the service's own address, else the sender of its mails. */
function contactOf({ publicUrl, mailFrom }: Context['settings']): string {
  if (publicUrl?.startsWith('https:') && !isPerWorkspace(publicUrl)) return publicUrl
  return `mailto:${/<([^<>]+)>\s*$/.exec(mailFrom)?.[1] ?? (mailFrom || 'minutebook@localhost')}`
}
