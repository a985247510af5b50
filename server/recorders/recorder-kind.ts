/** The parts of every kind of recorder: how its requests are authenticated, and how their content is read. *Pure.* */
import type { JWTVerifyGetKey } from 'jose'
import type { MediaAuth, TranscriptInput } from '../recordings/uploads/submit-schemas.ts'

/** Which event of a meeting is taken: that its transcript is ready, or its media. */
export type Takes = 'transcript' | 'media'

export type Download = { url: string; auth: MediaAuth }

/** A recording that a service reports, in one form for all kinds. */
export type Recorded = {
  /** null if the service gives none. */
  title: string | null
  /** As the service writes it. */
  startedAt: string | null
  hostEmail: string | null
  /** A regular expression for the call's link in calendars, of digits and fixed text alone. */
  callLink: string | null
  /** WebVTT to download, or what was said. */
  transcript: Download | TranscriptInput | null
  media: Download | null
}

/** Reads and downloads from the service, with the rights that the recorder has. */
export type Access = {
  /** E-mail of the person as whom it asks; null for an application. */
  person: string | null
  /** @throws {EngineError} with whether trying again may help */
  read(path: string): Promise<unknown>
  download(path: string): Download
}

export type RecordingNotice = {
  /** The same for a repeated request. */
  key: string
  /** The host, by an id of the service, where the service is asked as that person. */
  hostId?: string | null
  /** @param access  null for a kind that needs none */
  find(access: Access | null): Promise<Recorded>
}

/** The recorder that a request is sent to. */
export type Addressed = {
  id: string
  secret: string
  /** Its address. */
  url: string
  /** The e-mail that Google signs for; null for other services. */
  pushAccount: string | null
  googleKeys: JWTVerifyGetKey
}

export type RecorderKind = {
  /** The text that answers a request which only checks the address; null for any other. */
  greet(query: unknown): string | null
  /** Whether the request proves that the service sent it, and lately where it carries a time. */
  isSigned(to: Addressed, headers: Record<string, unknown>, body: Buffer, now: Date): boolean | Promise<boolean>
  /** The answer to a request that only asks for proof of the secret; else null. */
  answer(secret: string, event: unknown): object | null
  /** Empty where nothing is to be taken. */
  read(event: unknown, takes: Takes): RecordingNotice[]
}
