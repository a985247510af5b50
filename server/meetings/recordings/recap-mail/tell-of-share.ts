import type { Acting } from '../../../people/caller/caller.ts'
import type { OnShared } from '../../../people/sight/sharing/share.ts'
import type { Tx } from '../../../platform/postgres/db.ts'
import { type AnnounceOptions, announceShare } from '../../notes/announce-things.ts'
import { queueNoteMail, queueRecapMails } from './queue-recap-mails.ts'

type Shared = Parameters<OnShared>

/** Tells of a new share: an event, and the mail to who received it, if they want recaps. */
export async function tellOfShare(
  tx: Tx,
  options: AnnounceOptions,
  { user, workspace }: Acting,
  thing: Shared[2],
  { user: receiver, can_edit: canEdit }: Shared[3],
): Promise<void> {
  const shared = { by: { id: user.id, email: user.email, full_name: user.full_name }, with: receiver, canEdit }
  await announceShare(tx, options, workspace.id, thing, shared)
  const given = { sharedWith: receiver.id, sharedBy: user.id }
  if (thing.kind === 'recording') {
    await queueRecapMails(tx, options.now, workspace.id, [{ recordingId: thing.id, ...given }])
  } else await queueNoteMail(tx, options.now, workspace.id, { noteId: thing.id, ...given })
}
