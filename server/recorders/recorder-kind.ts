/** The interface of a kind of recorder: it authenticates requests and reads their content. *Pure.* */
import type { JWTVerifyGetKey } from 'jose'
import type { MediaAuth, TranscriptInput } from '../recordings/uploads/submit-schemas.ts'

/** Which event of a meeting is used: that its transcript is ready, or that its media are. */
export type Takes = 'transcript' | 'media'

export type Download = { url: string; auth: MediaAuth }

/** A recording that a service reports, in one form for all kinds. */
export type Recorded = {
  /** null if the service gives none. */
  title: string | null
  /** As the service writes it. */
  startedAt: string | null
  hostEmail: string | null
  /** A regular expression for the call's link in calendars. It contains only fixed text and checked ids. */
  callLink: string | null
  /** WebVTT to download, or the transcript itself. */
  transcript: Download | TranscriptInput | null
  media: Download | null
}

/** Reads and downloads from the service with the recorder's rights. */
export type Access = {
  /** E-mail of the person as whom requests are sent; null for an application. */
  person: string | null
  /** @throws {EngineError} */
  read(path: string): Promise<unknown>
  download(path: string): Download
}

export type RecordingNotice = {
  /** The same for a repeated request. */
  key: string
  /** The service's id of the host, if requests are sent as the host. */
  hostId?: string | null
  /** @param access  null for a kind that needs none */
  fetchDetails(access: Access | null): Promise<Recorded>
}

/** The recorder that receives a request. */
export type TargetRecorder = {
  id: string
  secret: string
  /** Its address. */
  url: string
  /** The e-mail in Google's signed tokens; null for other services. */
  pushAccount: string | null
  googleKeys: JWTVerifyGetKey
}

export type RecorderKind = {
  /** The response to a request that only checks the address; null for any other request. */
  answerAddressCheck(query: unknown): string | null
  /** Whether the service's signature is valid, and recent if the request contains a time. */
  isSigned(to: TargetRecorder, headers: Record<string, unknown>, body: Buffer, now: Date): boolean | Promise<boolean>
  /** The response to a request that only asks for proof of the secret; null for any other request. */
  answerSecretCheck(secret: string, event: unknown): object | null
  /** The recordings that the event announces, if any. */
  read(event: unknown, takes: Takes): RecordingNotice[]
}
