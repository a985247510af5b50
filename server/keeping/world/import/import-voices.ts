/** Imports the voices of people (decision 62). */
import { sql } from 'kysely'
import { sealVoice, voiceOwner } from '../../../making/voices/stored-voices.ts'
import { readVector } from '../../../making/voices/vectors.ts'
import { open } from '../../../platform/secrets.ts'
import { momentOr } from '../format/read-moment.ts'
import { WorldError } from '../format/world-error.ts'
import type { Changes, ImportContext } from './import-context.ts'
import { fetchRows, type Row, saveRows } from './rows.ts'
import type { Staged } from './stage.ts'

const columns = ['user_id', 'model', 'vector', 'recordings', 'created_at', 'updated_at', 'confirmed'] as const
type Voice = Pick<Row<'voices'>, (typeof columns)[number]>

/**
 * A person without the field keeps the stored voice, and null deletes it.
 * @param batch  people who are not erased
 * @param changes  counts the people
 */
export async function importVoices(context: ImportContext, batch: Staged<'users'>[], changes: Changes): Promise<void> {
  const named = batch.filter(({ doc }) => doc.voice !== undefined)
  const ids = named.map(({ id }) => id)
  const stored = new Map((await fetchRows(context, 'voices', 'user_id', ids, columns)).map((row) => [row.user_id, row]))
  const rows = named.flatMap((person) => (person.doc.voice ? [voiceOf(context, person, stored.get(person.id))] : []))
  const gone = named.filter(({ id, doc }) => doc.voice === null && stored.has(id)).map(({ id }) => id)
  if (gone.length > 0) {
    const own = context.tx.deleteFrom('voices').where('workspace_id', '=', context.workspace.id)
    await own.where('user_id', 'in', gone).execute()
  }
  const { ids: saved } = await saveRows(context, 'voices', 'user_id', stored, rows)
  changes.update([...saved, ...gone, ...(await importContests(context, named))])
}

/** A file that does not say leaves it as it is. @returns whose voice is contested now and was not, or the other way round */
async function importContests({ tx, workspace, now }: ImportContext, named: Staged<'users'>[]): Promise<string[]> {
  const idsOf = (contested: boolean) =>
    named.filter(({ doc }) => doc.voice?.contested === contested).map(({ id }) => id)
  const { rows } = await sql<{ user_id: string }>`
    with ended as (
      delete from voice_contests where workspace_id = ${workspace.id} and user_id = any(${idsOf(false)}) returning user_id),
    begun as (
      insert into voice_contests (workspace_id, user_id, at)
      select ${workspace.id}, user_id, ${now} from unnest(${idsOf(true)}::text[]) as contested (user_id)
      on conflict do nothing returning user_id)
    select user_id from ended union all select user_id from begun`.execute(tx)
  return rows.map(({ user_id }) => user_id)
}

/** Without a vector in the file, the stored one of the same model stays. */
function voiceOf(context: ImportContext, { id, doc, path }: Staged<'users'>, before: Voice | undefined): Voice {
  const { model, vector, recordings, created_at, updated_at, confirmed } = doc.voice!
  if (!context.workspace.voices)
    throw new WorldError(`${path}.voice`, 'cannot be imported: the workspace keeps no voices')
  const same = before?.model === model ? before : undefined
  return {
    user_id: id,
    model,
    vector: vector ? sealedVector(context, vector, id, same) : (same?.vector ?? null),
    recordings: recordings ?? 1,
    created_at: momentOr(created_at, before?.created_at ?? context.now),
    updated_at: momentOr(updated_at, before?.updated_at ?? context.now),
    confirmed: confirmed ?? before?.confirmed ?? false,
  }
}

/** Sealing the same vector again gives other bytes, so an unchanged one stays. */
function sealedVector(
  { secretKey, workspace }: ImportContext,
  text: string,
  userId: string,
  before: Voice | undefined,
) {
  const isSame = before?.vector && open(secretKey, before.vector, voiceOwner(workspace.id, userId)) === text
  return isSame ? before!.vector : sealVoice(secretKey, readVector(text), workspace.id, userId)
}
