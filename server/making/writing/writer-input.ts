/**
 * Reads the input of a note writer besides transcript and time: people, the workspace's guidance, the background,
 * and what people marked.
 */

import { sql } from 'kysely'
import { type PeopleSource, peopleWithEmail } from '../../meetings/recordings/library/participants.ts'
import type { StoredNoteTemplates } from '../../platform/postgres/column-types.ts'
import type { Db } from '../../platform/postgres/db.ts'
import type { Guidance, StoredMeeting } from '../engines/shared/engines.ts'
import { type Chosen, chooseTemplate } from '../note-templates/choose-template.ts'
import { readNoteTemplates } from '../note-templates/note-templates.ts'
import type { Plan } from '../rules/plan-meeting.ts'
import { readPlan } from '../rules/read-plan.ts'
import { type RecordingToWrite, readBackground } from './read-background.ts'

type RecordingInput = RecordingToWrite & PeopleSource & { title: string; template_id: string | null }

export async function readWriterInput(
  db: Db,
  given: RecordingInput,
): Promise<Pick<StoredMeeting, 'people' | 'guidance' | 'background' | 'marks'>> {
  const { title, series_id: seriesId } = given
  const templateId = given.template_id ?? (await planOf(db, given))?.template?.templateId ?? null
  return {
    people: await peopleWithEmail(db, given),
    guidance: guidanceOf(await readNoteTemplates(db, given.workspace_id), { templateId, seriesId, title }),
    background: await readBackground(db, given),
    marks: await readMarks(db, given),
  }
}

/** Every reader of the recording reads them. They are there before the recording is. */
function readMarks(
  db: Db,
  { workspace_id, recording_id }: RecordingInput,
): Promise<NonNullable<StoredMeeting['marks']>> {
  return db
    .selectFrom('marks')
    .select(['at', 'text'])
    .where('workspace_id', '=', workspace_id)
    .where('recording_id', '=', recording_id)
    .orderBy('at')
    .orderBy('id')
    .execute()
}

/** What rules say of the meeting; undefined while it has no note. */
async function planOf(db: Db, { workspace_id, recording_id, event_guid }: RecordingInput): Promise<Plan | undefined> {
  const { rows } = await sql<{ id: string | null }>`
    select coalesce(
      (select note_id from recordings where workspace_id = ${workspace_id} and id = ${recording_id}),
      (select id from notes where workspace_id = ${workspace_id} and event_guid = ${event_guid})) as id`.execute(db)
  const noteId = rows[0]!.id
  return noteId === null ? undefined : (await readPlan(db, workspace_id, noteId))?.plan
}

function guidanceOf({ instructions, glossary, templates }: StoredNoteTemplates, chosen: Chosen): Guidance {
  const template = chooseTemplate(templates, chosen)
  return {
    instructions: [instructions, template?.instructions ?? null].filter((text) => text !== null),
    glossary,
    sections: template?.sections ?? [],
  }
}
