/** Reads what a request gives of a rule: its stored form, and whether its maker sees what it names (decision 64). */

import { getChannel } from '../../people/accounts/channels.ts'
import { findPeople } from '../../people/accounts/find-people.ts'
import type { Caller } from '../../people/caller/caller.ts'
import { sightOf } from '../../people/sight/visible.ts'
import { ApiError, invalid, notFound } from '../../platform/errors.ts'
import { readWrittenLanguage } from '../../platform/http/read-language.ts'
import type { RuleActions, RuleMatch } from '../../platform/postgres/column-types.ts'
import type { Tx } from '../../platform/postgres/db.ts'
import { foldCase, isEmail } from '../../platform/text.ts'
import { readNoteTemplates } from '../note-templates/note-templates.ts'
import type { GivenRule } from './schemas.ts'

/** Without fields that are null, which is the same as absent (decision 1). */
function present<Given extends object>(given: Given): { [Field in keyof Given]?: NonNullable<Given[Field]> } {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value != null)) as never
}

/** @throws {ApiError} 400, 404 */
export async function readMatch(tx: Tx, caller: Caller, given: GivenRule['match'], isOwn: boolean): Promise<RuleMatch> {
  const { organizer, domain, ...match } = present(given)
  const { series_id, feed_id, people_min, people_max } = match
  if (people_min !== undefined && people_max !== undefined && people_min > people_max)
    throw invalid('body.match.people_max', 'must not be less than people_min')
  if (organizer !== undefined && !isEmail(organizer)) throw invalid('body.match.organizer', 'must be an e-mail address')
  if (series_id !== undefined && !(await sightOf(tx, caller, { kind: 'series', id: series_id }))?.sees)
    throw notFound('Series')
  if (feed_id !== undefined && !(await seesFeed(tx, caller, feed_id, isOwn))) throw notFound('Calendar feed')
  return {
    ...match,
    ...(organizer !== undefined && { organizer: foldCase(organizer) }),
    ...(domain !== undefined && { domain: foldCase(domain) }),
  }
}

/** @throws {ApiError} 400, 404 */
export async function readActions(tx: Tx, caller: Caller, given: GivenRule['do']): Promise<RuleActions> {
  const { notes_language, share, ...actions } = present(given)
  const { record, recorder_id, template_id, publish } = actions
  if (Object.keys(present(given)).length === 0) throw invalid('body.do', 'must say at least one thing to do')
  if (recorder_id !== undefined && record !== 'bot') throw invalid('body.do.recorder_id', 'is for record: bot')
  if (recorder_id !== undefined && !(await seesRecorder(tx, caller, recorder_id))) throw notFound('Recorder')
  if (template_id !== undefined) await requireTemplate(tx, caller, template_id)
  for (const id of publish ?? []) await getChannel(tx, caller, id)
  return {
    ...actions,
    ...(notes_language !== undefined && {
      notes_language: readWrittenLanguage(notes_language, 'body.do.notes_language'),
    }),
    ...(share && { share: await readShares(tx, caller, share) }),
  }
}

/** By id, because addresses change. @throws {ApiError} 404; 400 for a person who is named twice, or for oneself */
async function readShares(tx: Tx, { workspace, user }: Caller, given: NonNullable<GivenRule['do']['share']>) {
  const found = await findPeople(
    tx,
    workspace.id,
    given.map((each) => each.user),
  )
  const named = new Set<string>()
  return given.map(({ user: name, can_edit }, index) => {
    const person = found.get(name)
    if (!person || person.erased) throw new ApiError(404, 'User not found in workspace')
    if (named.has(person.id)) throw invalid(`body.do.share[${index}].user`, 'is named twice')
    if (person.id === user.id)
      throw invalid(`body.do.share[${index}].user`, 'must be another person: nobody shares with themself')
    named.add(person.id)
    return { user: person.id, can_edit: can_edit ?? false }
  })
}

/** One's own; for a rule of the workspace, any. */
async function seesFeed(tx: Tx, { workspace, user }: Caller, id: string, isOwn: boolean): Promise<boolean> {
  const feeds = tx
    .selectFrom('calendar_feeds')
    .select('id')
    .where('workspace_id', '=', workspace.id)
    .where('id', '=', id)
  return (await (isOwn ? feeds.where('user_id', '=', user.id) : feeds).executeTakeFirst()) !== undefined
}

/** Only super admins see the list of recorders. */
async function seesRecorder(tx: Tx, { workspace, superAdmin }: Caller, id: string): Promise<boolean> {
  const found = tx
    .selectFrom('recorders')
    .select('id')
    .where('workspace_id', '=', workspace.id)
    .where('id', '=', id)
    .where('kind', 'in', ['vexa', 'attendee'])
  return superAdmin && (await found.executeTakeFirst()) !== undefined
}

/** @throws {ApiError} 404 */
export async function requireTemplate(tx: Tx, { workspace }: Caller, id: string): Promise<void> {
  const { templates } = await readNoteTemplates(tx, workspace.id)
  if (templates.every((each) => each.id !== id)) throw notFound('Note template')
}
