/**
 * Reads the input of a note writer besides transcript and time: people, the workspace's guidance, the background,
 * and what people marked.
 */

import { type PeopleSource, peopleWithEmail } from '../../meetings/recordings/library/participants.ts'
import type { StoredNoteTemplates } from '../../platform/postgres/column-types.ts'
import type { Db } from '../../platform/postgres/db.ts'
import type { Guidance, StoredMeeting } from '../engines/shared/engines.ts'
import { type Chosen, chooseTemplate } from '../note-templates/choose-template.ts'
import { readNoteTemplates } from '../note-templates/note-templates.ts'
import { type RecordingToWrite, readBackground } from './read-background.ts'

type RecordingInput = RecordingToWrite & PeopleSource & { title: string; template_id: string | null }

export async function readWriterInput(
  db: Db,
  given: RecordingInput,
): Promise<Pick<StoredMeeting, 'people' | 'guidance' | 'background' | 'marks'>> {
  const { title, template_id: templateId, series_id: seriesId } = given
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

function guidanceOf({ instructions, glossary, templates }: StoredNoteTemplates, chosen: Chosen): Guidance {
  const template = chooseTemplate(templates, chosen)
  return {
    instructions: [instructions, template?.instructions ?? null].filter((text) => text !== null),
    glossary,
    sections: template?.sections ?? [],
  }
}
