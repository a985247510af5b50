/**
 * A calendar service that a person connects (decisions 60 and 69): what it says of a calendar; of a vendor also where
 * consent is asked for, and how it tells that something changed. `google.ts`, `microsoft.ts` and `caldav.ts` implement
 * it. *Pure.*
 */
import type { Content } from '../icalendar/content.ts'

/** Those that give access by OAuth. */
export type VendorName = 'google' | 'microsoft'
export type ProviderName = VendorName | 'caldav'

/** How the vendor asks for consent and gives tokens (OAuth 2.0, RFC 6749 and 7636). */
export type OAuthEndpoints = {
  /** Of the tokens that say whose account it is (OpenID Connect). */
  issuer: string
  authorization: string
  token: string
  /** Where a token is withdrawn (RFC 7009); null if the vendor has no such address. */
  revocation: string | null
  /** The least that reading takes. */
  scope: string
  /** What else the vendor wants in the address, to give a refresh token: `access_type=offline`. */
  parameters: Record<string, string>
}

/** A span of time, both ends included. */
export type ReadSpan = { from: Date; to: Date }

/** `read` is the same for all pages of one read. */
export type WantedPage = { span: ReadSpan; cursor: string | null; next: string | null; read: ReadUnderWay }

export type ReadUnderWay = {
  /** Called before each request. @throws {ProviderError} the read takes too long */
  requireTime(): void
  /** What the vendor's reader keeps from page to page, by the vendor's id. */
  kept: Map<string, unknown>
}

/** One page of what changed. Once `cursor` is there, the read is complete; until then `next` is the next page. */
export type ChangesPage = {
  changes: ProviderChange[]
  /** The vendor's ids of series whose occurrences in this read seem to be all that there are. */
  wholeSeries: string[]
  next: string | null
  cursor: string | null
}

/**
 * `id` is the vendor's id of the meeting, or of its series: of what is gone it gives nothing else. What is gone was
 * tidied away by the person or called off for all; only some vendors tell the latter. A series that is gone, followed by
 * its meetings, has only these. `mayHaveCopy`: another calendar of the account may have it, which a full read shows.
 */
export type ProviderChange =
  | { id: string; meeting: ProviderMeeting }
  | { id: string; meeting: null; isCalledOff?: boolean; mayHaveCopy?: boolean }
  | { id: string; problem: string }

/** A single meeting or an occurrence: vendors expand series, and our reader those of CalDAV. */
export type ProviderMeeting = Content & {
  /** Names of those whose address cannot be read, '' without one. Absent if there is nobody. */
  unread?: string[]
  /** What else of it could not be read. */
  problem?: string
  /** As in a calendar file: the same for all occurrences of a series, and in everybody's calendar. */
  uid: string
  /** The vendor's id of the series, if it tells the end of a series by that alone. */
  seriesId: string | null
  /** When an occurrence would begin if nobody had moved it; null for a single meeting. */
  originalStart: Date | null
  /** The title of the series; null for a single meeting or if it is not known. */
  seriesTitle: string | null
  starts_at: Date
  /** Of an all-day meeting 00:00Z after its last day. */
  ends_at: Date
  all_day: boolean
}

/** A push subscription at the vendor: it ends by itself, and is renewed before. */
export type Watch = { id: string; resource: string | null; until: Date }

export type WantedWatch = {
  /** Our address that the vendor sends to. */
  address: string
  /** Ours, for vendors that let us name the watch. */
  id: string
  /** Comes back with each notification, and proves it. At most 128 characters. */
  secret: string
}

/**
 * What a notification says, once it is known to be genuine.
 * `watch-ends`: it must be prolonged now; `watch-lost`: it is gone, and changes may have been missed.
 */
export type NotificationKind = 'changed' | 'watch-lost' | 'watch-ends' | 'watch-confirmed'

/** A request to our address. `watchId` finds the feed; the caller compares `secret` in constant time. */
export type ReadNotification = { watchId: string; secret: string; kind: NotificationKind }

export type CalendarReading = {
  /** For people: `Google`. */
  title: string
  /**
   * One page of changes. The first page of a full read has neither `cursor` nor `next`.
   * @throws {CursorRefused} read everything again
   * @throws {TokenRefused} another token may be taken
   * @throws {AccessWithdrawn} the person or their administrator took the consent back
   * @throws {Throttled} ask again after `retryAfter`
   * @throws {Unavailable} the vendor is away
   * @throws {ProviderError} anything else, with a sentence for the person
   */
  readChanges(accessToken: string, wanted: WantedPage): Promise<ChangesPage>
}

export type CalendarProvider = CalendarReading & {
  name: VendorName
  oauth: OAuthEndpoints
  /** @throws as `readChanges` */
  watch(accessToken: string, wanted: WantedWatch): Promise<Watch>
  /** @returns null if it no longer exists, or the vendor cannot prolong one @throws as `readChanges` */
  prolong(accessToken: string, watch: Watch): Promise<Watch | null>
  /** Never throws for one that is gone. @throws as `readChanges` */
  unwatch(accessToken: string, watch: Watch): Promise<void>
  /** The text that proves our address to the vendor; null for any other request. */
  answerAddressCheck(query: Record<string, unknown>): string | null
  /** Empty if nothing in it concerns us. */
  readNotifications(headers: Record<string, unknown>, body: Buffer): ReadNotification[]
}

/** A sentence for the person whose calendar it is. */
export class ProviderError extends Error {}
export class CursorRefused extends ProviderError {}
export class TokenRefused extends ProviderError {}
export class AccessWithdrawn extends ProviderError {}
/** It may work later. */
export class Unavailable extends ProviderError {}
export class Throttled extends Unavailable {
  readonly retryAfterMs: number

  constructor(message: string, retryAfterMs: number) {
    super(message)
    this.retryAfterMs = retryAfterMs
  }
}
