/** Finds the person to whom a file of the inbox belongs, and its meeting. */

import { findPeople } from '../../people/accounts/find-people.ts'
import { findWorkspace } from '../../people/requests/host.ts'
import type { Db } from '../../platform/postgres/db.ts'
import { findMeetingAt } from '../uploads/find-meeting.ts'
import type { UploadFields } from '../uploads/given-upload.ts'
import type { Uploader } from '../uploads/submit-upload.ts'
import { refused } from './errors.ts'
import { readName } from './file-name.ts'
import type { InboxFile } from './list-entries.ts'
import type { Sidecar } from './read-fields.ts'

/** @throws {ApiError} no person, another person than that of the folder, or no workspace */
export async function findUploader(db: Db, [subdomain, email]: string[], user: string | null): Promise<Uploader> {
  if (subdomain === undefined) throw refused('The file lies in no folder of a workspace')
  if (email !== undefined && user !== null && email.toLowerCase() !== user.toLowerCase())
    throw refused(`The file lies in the folder of ${email}, but names ${user} as its user`)
  const name = email ?? user
  if (name === null) throw refused('Nothing says whose it is: put it in a folder named by an e-mail, or name its user')
  const workspace = await findWorkspace(db, subdomain.toLowerCase())
  const person = (await findPeople(db, workspace.id, [name])).get(name)
  if (!person?.active || person.erased) throw refused(`No active account in ${subdomain} is of ${name}`)
  return { workspaceId: workspace.id, userId: person.id }
}

/** Finds the meeting by the time in the file's name, unless the sidecar names one. */
export async function withMeeting(
  db: Db,
  uploader: Uploader,
  fields: UploadFields,
  { name }: InboxFile,
  { event_guid }: Sidecar,
): Promise<UploadFields> {
  const { targets, facts } = fields
  const says =
    event_guid !== undefined ||
    targets.event_guid !== null ||
    targets.note_id !== null ||
    readName(name).startedAt === null
  if (says || !facts.started_at) return fields
  const found = await findMeetingAt(db, uploader, new Date(facts.started_at))
  return { ...fields, targets: { ...targets, event_guid: found } }
}
