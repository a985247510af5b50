/** The bodies of `ai_note.generated` and `ai_note.shared_to_channel` (spec 6.1, decision 40). *Pure.* */
import { foldCase } from '../../platform/text.ts'
import { utcOrNull } from '../../platform/time.ts'
import type { Participant } from '../../tables.ts'

export type RecapEventType = 'ai_note.generated' | 'ai_note.shared_to_channel'

/** What there is to tell, whoever may hear it. */
export type NoteFacts = {
  id: string
  /** The agenda as prose. */
  agenda: string
  event: { guid: string; title: string; starts_at: Date; ends_at: Date; organizer_email: string | null } | null
}

/** A recap of the note; `transcript` as lines of text, '' where none is kept. */
export type RecapFacts = {
  title: string
  started_at: Date | null
  ended_at: Date | null
  started_by: string | null
  url: string
  aiNotes: string
  transcript: string
  attendees: Participant[]
  /** Folded. */
  workspaceDomains: string[]
}

/** What one body may tell: null is what its reader may not see, or what is not there. */
export type Telling = {
  type: RecapEventType
  note: NoteFacts
  seesNote: boolean
  recap: RecapFacts | null
  /** Of `ai_note.shared_to_channel` only. */
  channelId?: string
}

/** For the owner of a user webhook. */
export function userBody(telling: Telling, userId: string): object {
  const started = telling.recap !== null && telling.recap.started_by === userId
  return body(telling, { is_user_who_started_recording: started }, {})
}

/** For a workspace webhook, which is told everything. */
export function workspaceBody(telling: Omit<Telling, 'seesNote'>): object {
  return body({ ...telling, seesNote: true }, {}, { scope: 'workspace' })
}

/** Without a recap it is the reduced form, which keeps what the calendar says. */
function body({ type, note, seesNote, recap, channelId }: Telling, ofUser: object, ofWorkspace: object): object {
  const { event } = note
  return {
    event_type: type,
    id: note.id,
    event_id: event?.guid ?? null,
    event_title: [event?.title, recap?.title].find((title) => title?.trim()) ?? '',
    event_start: utcOrNull(event?.starts_at ?? null),
    event_end: utcOrNull(event?.ends_at ?? null),
    recording_start: utcOrNull(recap?.started_at ?? null),
    recording_end: utcOrNull(recap?.ended_at ?? null),
    recap_url: recap?.url ?? '',
    organizer_email: event?.organizer_email ?? '',
    ai_notes: recap?.aiNotes ?? '',
    agenda_notes: seesNote ? note.agenda : '',
    has_external_attendees: recap !== null && hasExternal(recap),
    transcript: recap?.transcript ?? '',
    ...ofUser,
    attendees: recap?.attendees.map(({ name, email }) => ({ name, email })) ?? [],
    ...(channelId !== undefined && { channel_id: channelId }),
    ...ofWorkspace,
  }
}

/** Somebody whose address is of none of the workspace's domains; who has no address is nobody's guest. */
function hasExternal({ attendees, workspaceDomains }: RecapFacts): boolean {
  const domains = attendees.filter(({ email }) => email.includes('@')).map(({ email }) => email.split('@').at(-1)!)
  return domains.some((domain) => !workspaceDomains.includes(foldCase(domain)))
}
