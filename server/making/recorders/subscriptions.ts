/** Creates the subscriptions of Teams recorders, and renews them before they end. */

import { notFrozen } from '../../people/caller/frozen.ts'
import { addressOf } from '../../people/caller/origin.ts'
import type { Context } from '../../platform/context/context.ts'
import { EngineError } from '../../platform/errors.ts'
import type { Db } from '../../platform/postgres/db.ts'
import { open } from '../../platform/secrets.ts'
import { utc } from '../../platform/time.ts'
import type { GraphAddresses } from './graph.ts'
import { type Graph, openGraph } from './graph.ts'
import { eventAddress } from './kinds/kinds.ts'
import type { Takes } from './kinds/recorder-kind.ts'
import { clientStateOf, subscribedTo } from './kinds/teams.ts'
import { secretOwner } from './recorders.ts'

/** A longer subscription would need another address, for events about the subscription itself. */
const lifetimeMs = 55 * 60_000
/** A subscription with less left is renewed; the job runs every 10 minutes. */
const minLeftMs = 30 * 60_000

/** A failed renewal does not affect the others. The next run tries it again. */
export async function renewSubscriptions(
  deps: Pick<Context, 'db' | 'clock' | 'log' | 'outbound' | 'secretKey'> & { publicUrl: string; graph: GraphAddresses },
): Promise<void> {
  const due = new Date(deps.clock().getTime() + minLeftMs)
  for (const recorder of await findDue(deps.db, due)) {
    const error = await renew(deps, recorder).then(
      () => null,
      (error: unknown) => error,
    )
    if (!error) continue
    const isKnown = error instanceof EngineError
    deps.log[isKnown ? 'warn' : 'error'](
      { err: error, recorderId: recorder.id },
      'A recorder could not be subscribed to',
    )
    await updateRecorder(deps.db, recorder)
      .set({ last_error: errorPrefix + (isKnown ? error.message : 'it failed') })
      .execute()
  }
}

export const errorPrefix = 'Its events could not be subscribed to: '

type Due = Awaited<ReturnType<typeof findDue>>[number]

const findDue = (db: Db, due: Date) =>
  db
    .selectFrom('recorders as recorder')
    .innerJoin('workspaces as workspace', 'workspace.id', 'recorder.workspace_id')
    .select(['recorder.workspace_id', 'recorder.id', 'recorder.takes', 'recorder.secret', 'recorder.tenant_id'])
    .select(['recorder.client_id', 'recorder.subscription_id', 'workspace.subdomain', 'recorder.last_error'])
    .where('recorder.kind', '=', 'teams')
    .where('recorder.active', '=', true)
    .where((where) =>
      where.or([where('recorder.subscribed_until', 'is', null), where('recorder.subscribed_until', '<', due)]),
    )
    .where(notFrozen('recorder.workspace_id'))
    .execute()

async function renew(
  deps: Pick<Context, 'db' | 'clock' | 'log' | 'outbound' | 'secretKey'> & { publicUrl: string; graph: GraphAddresses },
  recorder: Due,
): Promise<void> {
  const { workspace_id, id, takes, subscription_id, last_error } = recorder
  const secret = open(deps.secretKey, recorder.secret, secretOwner(workspace_id, id))
  const graph = await openGraph(deps, { tenantId: recorder.tenant_id!, clientId: recorder.client_id!, secret })
  const until = new Date(deps.clock().getTime() + lifetimeMs)
  const url = eventAddress(addressOf(deps.publicUrl, recorder.subdomain), 'teams', id)
  const kept = subscription_id === null ? null : await extend(graph, subscription_id, until)
  const found = kept ?? (await subscribe(graph, { takes, url, until, clientState: clientStateOf({ id, secret }) }))
  await updateRecorder(deps.db, recorder)
    // A recorder that was changed in the meantime needs another subscription.
    .where('takes', '=', takes)
    .where('secret', '=', recorder.secret)
    .set({ subscription_id: found, subscribed_until: until })
    .set({ last_error: last_error?.startsWith(errorPrefix) ? null : last_error })
    .execute()
}

/** @returns null if the subscription no longer exists */
async function extend(graph: Graph, id: string, until: Date): Promise<string | null> {
  const kept = await graph.request('PATCH', `subscriptions/${encodeURIComponent(id)}`, {
    expirationDateTime: utc(until),
  })
  return kept && id
}

type GraphSubscription = { takes: Takes; url: string; until: Date; clientState: string }

async function subscribe(graph: Graph, { takes, url, until, clientState }: GraphSubscription): Promise<string> {
  const made = await graph.request('POST', 'subscriptions', {
    changeType: 'created',
    resource: subscribedTo[takes],
    notificationUrl: url,
    clientState,
    expirationDateTime: utc(until),
  })
  if (typeof made?.id === 'string') return made.id
  throw new EngineError('Microsoft gave no subscription', { retryable: true })
}

export const updateRecorder = (db: Db, { workspace_id, id }: Pick<Due, 'workspace_id' | 'id'>) =>
  db.updateTable('recorders').where('workspace_id', '=', workspace_id).where('id', '=', id)
