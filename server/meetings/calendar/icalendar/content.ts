/** The content of an event without its time, whether a file or a vendor gives it. *Pure.* */
import { cutShort, oneLine } from '../../../platform/text.ts'
import { type Attendee, inviteAll } from './attendees.ts'
import { findCallLink, type LinkTexts } from './call-link.ts'

export type Content = {
  /** '' if it has none. */
  title: string
  call_url: string | null
  organizer_email: string | null
  attendees: Attendee[]
  /** Guests do not see each other here, so there may be more of them. */
  guestsHidden?: boolean
}

/** What a calendar says of an event; the first organizer who can be taken counts. */
export type WrittenContent = {
  title: string
  links: LinkTexts
  organizers: Attendee[]
  invited: Attendee[]
  guestsHidden?: boolean
}

/** @throws {UnsupportedEvent} too many attendees */
export function contentOf({ title, links, organizers, invited, guestsHidden }: WrittenContent): Content {
  const { organizer, attendees } = inviteAll(organizers, invited)
  return {
    title: titleOf(title),
    call_url: findCallLink(links),
    organizer_email: organizer?.email ?? null,
    attendees,
    ...(guestsHidden && { guestsHidden }),
  }
}

const longestTitle = 255

export const titleOf = (text: string) => cutShort(oneLine(text), longestTitle)
