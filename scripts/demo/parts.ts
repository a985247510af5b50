/** The pieces that every meeting of the demo is made of, held or to come. *Pure.* */
import type { ActionItemBlock } from '../../server/meetings/notes/agenda.ts'
import { type Attendee, attendee, type Invited, type Person, userId } from './people.ts'

type EventParts = {
  uid: string
  series?: string | undefined
  title: string
  start: string
  /** Where the series had it, if it was moved: its guid stays. */
  original?: string | undefined
  end: string
  allDay?: boolean
  /** Since when it is called off. */
  cancelled?: string | undefined
  organizer: string
  invited: Invited[]
}

export function event(parts: EventParts) {
  const start = time(parts.start)
  const original = time(parts.original ?? parts.start)
  const [name] = parts.uid.split('@')
  return {
    guid: `${parts.uid}_${original.replace(/[-:]|\.\d+/g, '')}`,
    series: parts.series ?? null,
    title: parts.title,
    start,
    end: time(parts.end),
    all_day: parts.allDay ?? false,
    call_url: parts.allDay ? null : `https://meet.acme.test/${name}`,
    organizer_email: parts.organizer,
    attendees: parts.invited.map((invited): Attendee => attendee(invited)),
    cancelled_at: parts.cancelled ? time(parts.cancelled) : null,
  }
}

type NoteParts = {
  id: string
  event?: string | undefined
  creator: Person
  title: string
  created_at: string
  updated_at: string
  agenda: string
}

/**
 * A note has its series and its title from its event; without one, a person named it. Shares and publications are added
 * where all of them stand together.
 */
export function note({ id, event, creator, ...rest }: NoteParts) {
  return { id, event: event ?? null, created_by: userId(creator), titled_by_person: event === undefined, ...rest }
}

/** An action item as a world writes it. */
export type Item = Omit<ActionItemBlock, 'type' | 'depth' | 'id'> & {
  id: string
  note: string | null
  completed_by: string[]
  wont_do: boolean
  ai_generated: boolean
  created_by: string | null
  /** Whole seconds into the recording in which it was found. */
  recording_offset: number | null
  created_at: string
  updated_at: string
}

/** @returns the moment as the service prints it, `2026-01-05T09:00:00.000Z` */
export function time(written: string): string {
  return new Date(written).toISOString()
}

export function later(moment: string, seconds: number): string {
  return new Date(Date.parse(moment) + Math.round(seconds * 1000)).toISOString()
}

export function minutesAfter(start: string, end: string): number {
  return (Date.parse(end) - Date.parse(start)) / 60_000
}
