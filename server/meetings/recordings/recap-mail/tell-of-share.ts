import type { Acting } from '../../../people/caller/caller.ts'
import type { OnShared } from '../../../people/sight/sharing/share.ts'
import type { Tx } from '../../../platform/postgres/db.ts'
import { type AnnounceOptions, announceShare } from '../../notes/announce-things.ts'
import { queueRecapMails } from './queue-recap-mails.ts'

type Shared = Parameters<OnShared>

/** Tells of a new share: an event, and of a recording the mail to who received it, if they want recaps. */
export async function tellOfShare(
  tx: Tx,
  options: AnnounceOptions,
  { user, workspace }: Acting,
  thing: Shared[2],
  { user: receiver, can_edit: canEdit }: Shared[3],
): Promise<void> {
  const shared = { by: { id: user.id, email: user.email, full_name: user.full_name }, with: receiver, canEdit }
  await announceShare(tx, options, workspace.id, thing, shared)
  const recap = { recordingId: thing.id, sharedWith: receiver.id, sharedBy: user.id }
  if (thing.kind === 'recording') await queueRecapMails(tx, options.now, workspace.id, [recap])
}
