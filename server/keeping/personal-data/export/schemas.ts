import Type from 'typebox'
import { Time } from '../../../platform/http/schema.ts'

/** A list whose rows have fields of their tables; later versions may add fields. */
const Rows = (description: string) => Type.Array(Type.Object({}, { additionalProperties: true }), { description })

export const PersonExport = Type.Object(
  {
    exported_at: Time('When it was requested.'),
    person: Type.Object({}, { additionalProperties: true, description: 'The account.' }),
    directory: Rows('What an identity provider says of the person.'),
    identity: Rows('Who the person is at the identity provider where they sign in.'),
    voice: Rows('Whether the person gave their voice, and when; the voice itself only they can read.'),
    voice_claims: Rows('Of which recordings the person said “this is me”, and when the voice was taken from them.'),
    voice_words: Rows('What the person said of such claims of others.'),
    notifications: Rows('What they get by mail.'),
    api_keys: Rows('Keys, without their secrets.'),
    sessions: Rows('Signed-in browsers, with their addresses.'),
    grants: Rows('Assistants that were let in.'),
    webhooks: Rows('Webhooks, without their secrets.'),
    calendar_feeds: Rows('Calendars that are read, by host, and connected accounts.'),
    channels: Rows('Channels that the person is in.'),
    events: Rows('Meetings that the address was invited to.'),
    notes: Rows('Notes that the person made, with their agendas as blocks.'),
    recordings: Rows('Recordings that the person started.'),
    uploads: Rows('Uploads of the person.'),
    said: Rows('What transcripts of meetings that the person sees say under their name.'),
    action_items: Rows('Items that the person made (`created`) or was given (`assigned`).'),
    decisions: Rows('Decisions that the person wrote.'),
    decision_changes: Rows('What the person changed in decisions.'),
    corrections: Rows('What the person put right in recordings.'),
    marks: Rows('Moments that the person marked in recordings, or beside a bot.'),
    former_texts: Rows('What the person overwrote or removed under legal hold, and what was so of what they made.'),
    note_shares: Rows('Notes shared with the person or by them.'),
    recording_shares: Rows('Recordings shared with the person or by them.'),
    series_shares: Rows('Series shared with the person or by them.'),
    rules: Rows('What happens with the person’s meetings by itself.'),
    note_plans: Rows('What the person changed of it for single meetings.'),
    passkeys: Rows('Passkeys of the person: names, hosts and times.'),
    todo_lists: Rows('The to-do list that the person connected, without its password.'),
    todo_conflicts: Rows('What was changed both here and in that list, and what each said.'),
    push_devices: Rows('Devices on which the person is reminded, without their addresses.'),
    reminders: Rows('Meetings of which the person was reminded within a week.'),
    outside_links: Rows('Links for people without an account that the person made.'),
    audit_log: Rows('What the audit log has of the person.'),
  },
  { $id: 'PersonExport', description: 'All data of a person.' },
)
