/**
 * Reads the input of a note writer besides transcript and time: people, the workspace's guidance, the background,
 * what people marked, the language of the notes, and the time zone.
 */

import { sql } from 'kysely'
import { type PeopleSource, peopleWithEmail } from '../../meetings/recordings/library/participants.ts'
import { findPeople } from '../../people/accounts/find-people.ts'
import type { RecapFacts, StoredNoteTemplates } from '../../platform/postgres/column-types.ts'
import type { Db } from '../../platform/postgres/db.ts'
import type { Guidance, StoredMeeting } from '../engines/shared/engines.ts'
import { chooseTemplate, type Template } from '../note-templates/choose-template.ts'
import { readNoteTemplates } from '../note-templates/note-templates.ts'
import type { Plan } from '../rules/plan-meeting.ts'
import { readPlan } from '../rules/read-plan.ts'
import { tellTemplate } from '../rules/tell-rule.ts'
import { type RecordingToWrite, readBackground } from './read-background.ts'
import { type LanguageWishes, resolveNotesLanguage } from './resolve-notes-language.ts'

type RecordingInput = RecordingToWrite &
  PeopleSource & {
    title: string
    template_id: string | null
    /** Who uploaded it. */
    submitted_by: string | null
    facts: RecapFacts & { started_at?: string }
    /** Of what was sent, before it is a recording. */
    duration_seconds?: number | null
  }

/** @param setting  the language of `NOTES_LANGUAGE`, or '' */
export async function readWriterInput(
  { db, notesLanguage: setting }: { db: Db; notesLanguage: string },
  given: RecordingInput,
): Promise<Pick<StoredMeeting, 'people' | 'guidance' | 'background' | 'marks' | 'language' | 'timeZone'>> {
  const { title, series_id: seriesId } = given
  const plan = await planOf(db, given)
  const templateId = given.template_id ?? plan?.template?.templateId ?? null
  const { timeZone, ...languages } = await readOwnWishes(db, given)
  const templates = await readNoteTemplates(db, given.workspace_id)
  const template = chooseTemplate(templates.templates, { templateId, seriesId, title })
  if (plan?.template && given.template_id === null)
    await tellTemplate(db, given.workspace_id, plan.template, { isGone: template?.id !== templateId })
  return {
    people: await peopleWithEmail(db, given),
    guidance: guidanceOf(templates, template),
    background: await readBackground(db, given),
    marks: await readMarks(db, given),
    language: resolveNotesLanguage({
      recap: given.facts.notes_language ?? null,
      rule: plan?.notesLanguage?.tag ?? null,
      template: template?.notes_language ?? null,
      ...languages,
      setting,
    }),
    timeZone,
  }
}

type OwnWishes = Pick<LanguageWishes, 'person' | 'workspace'> & { timeZone: string }

/** The organizer's wish counts, else that of who uploaded it: notes are for all who attend, and it is their meeting. */
async function readOwnWishes(db: Db, { workspace_id, event_guid, submitted_by }: RecordingInput): Promise<OwnWishes> {
  const event = await db
    .selectFrom('events')
    .select('organizer_email')
    .where('workspace_id', '=', workspace_id)
    .where('guid', '=', event_guid ?? '')
    .executeTakeFirst()
  const address = event?.organizer_email ?? null
  const organizer = address === null ? undefined : (await findPeople(db, workspace_id, [address])).get(address)
  const organizerId = organizer?.id ?? ''
  const ids = [organizerId, submitted_by ?? '']
  const { rows } = await sql<OwnWishes>`
    select notes_language as workspace,
      (select person.notes_language from users person
        where person.workspace_id = ${workspace_id} and person.active and person.notes_language is not null
          and person.id = any(${ids})
        order by person.id = ${organizerId} desc limit 1) as person,
      coalesce((select wish.time_zone from recap_mail_wishes wish
        where wish.workspace_id = ${workspace_id} and wish.user_id = any(${ids})
        order by wish.time_zone = 'UTC', wish.user_id = ${organizerId} desc limit 1), 'UTC') as "timeZone"
    from workspaces where id = ${workspace_id}`.execute(db)
  return rows[0]!
}

/**
 * Every reader of the recording reads them. They are there before the recording is; it will take those of its note that
 * were made while it ran.
 */
async function readMarks(
  db: Db,
  { workspace_id, recording_id, event_guid, facts, duration_seconds = null }: RecordingInput,
): Promise<NonNullable<StoredMeeting['marks']>> {
  const started = sql`${facts.started_at ?? null}::timestamptz`
  const { rows } = await sql<{ at: number; text: string | null }>`
    select at, text from (
      select id, at, text from marks where workspace_id = ${workspace_id} and recording_id = ${recording_id}
      union all
      select id, extract(epoch from made_at - ${started})::float8, text from marks
      where workspace_id = ${workspace_id}
        and note_id = (select id from notes where workspace_id = ${workspace_id} and event_guid = ${event_guid})
        and made_at between ${started} and ${started} + make_interval(secs => ${duration_seconds}::float8 + 5)) mark
    order by at, id`.execute(db)
  return rows
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

function guidanceOf({ instructions, glossary }: StoredNoteTemplates, template: Template | null): Guidance {
  return {
    instructions: [instructions, template?.instructions ?? null].filter((text) => text !== null),
    glossary,
    sections: template?.sections ?? [],
  }
}
