/** What every kind of recorder has: how its requests are proven, and what they tell. *Pure.* */
import type { MediaAuth } from '../recordings/uploads/submit-schemas.ts'

/** Which events of a recorder count: of a meeting there are several. */
export type Takes = 'transcript' | 'media'

export type Download = { url: string; auth: MediaAuth }

/** A recording that a service tells of, the same for each kind. */
export type Recorded = {
  title: string
  /** As the service writes it. */
  startedAt: string | null
  hostEmail: string | null
  /** A regular expression for the call's link in calendars, of digits and fixed text alone. */
  callLink: string | null
  /** WebVTT. */
  transcript: Download | null
  media: Download | null
}

export type Told = {
  /** The same for a repeated request. */
  key: string
  recorded: Recorded
}

export type RecorderKind = {
  /** Whether the service sent it just now. */
  isSigned(secret: string, headers: Record<string, unknown>, body: Buffer, now: Date): boolean
  /** The answer to a request that only asks for proof of the secret; else null. */
  answer(secret: string, event: unknown): object | null
  /** Empty where nothing is to be taken. */
  read(event: unknown, takes: Takes): Told[]
}
