/** The interface of a kind of recorder: it authenticates requests and reads their content. *Pure.* */
import type { JWTVerifyGetKey } from 'jose'
import type { MediaAddress } from '../../uploads/given-upload.ts'
import type { TranscriptInput } from '../../uploads/submit-schemas.ts'

/** Which event of a meeting is used: that its transcript is ready, or that its media are. */
export type Takes = 'transcript' | 'media'

export type Download = MediaAddress

/** A recording that a service reports, in one form for all kinds. */
export type Recorded = {
  /** null if the service gives none. */
  title: string | null
  /** As the service writes it. */
  startedAt: string | null
  hostEmail: string | null
  /** A regular expression for the call's link in calendars. It contains only fixed text and checked ids. */
  callLink: string | null
  transcript: ReadTranscript | null
  media: Download | null
}

/** @throws {EngineError} */
export type ReadTranscript = (fetchText: FetchText) => Promise<TranscriptInput>

/** A response that is neither 404 nor too long. */
export type TextAnswer = { status: number; headers: Record<string, string | string[] | undefined>; text: string }

/** @throws {EngineError} the text is not there yet, too long, or the server cannot be reached */
export type FetchText = (source: Download, accept: string) => Promise<TextAnswer>

/** Reads and downloads from the service with the recorder's rights. */
export type Access = {
  /** E-mail of the person as whom requests are sent; null for an application. */
  person: string | null
  /** @throws {EngineError} retryable if nothing is there */
  read(path: string): Promise<unknown>
  /** @returns null if nothing is there @throws {EngineError} */
  find(path: string): Promise<unknown>
  download(path: string): Download
}

export type RecordingNotice = {
  /** The same for a repeated request. */
  key: string
  /** What is kept of an event that may have many: it with this recording alone. */
  event?: object
  /** The service's id of the host, if requests are sent as the host. */
  hostId?: string | null
  /** @param access  null for a kind that needs none */
  /** @returns null if there is nothing to import */
  fetchDetails(access: Access | null, now: Date): Promise<Recorded | null>
}

export type EventContent = {
  recordings: RecordingNotice[]
  /** A sentence for administrators, if the event announces something that cannot be read. */
  problem: string | null
  /** The name of a subscription that ends or was suspended. */
  endingSubscription?: string | null
  /** The service's id of a bot that is no longer in its call. */
  endedBot?: string
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

/** A request that an event came in. */
export type SignedRequest = { headers: Record<string, unknown>; query: unknown; body: Buffer }

export type RecorderKind = {
  /** The response to a request that only checks the address; null for any other request. */
  answerAddressCheck(query: unknown): string | null
  /** Whether the service's signature is valid, and recent if the request contains a time. */
  isSigned(to: TargetRecorder, request: SignedRequest, now: Date): boolean | Promise<boolean>
  /** Of a service whose body is not JSON. */
  parseBody?(body: Buffer): unknown
  /** The response to a request that only asks for proof of the secret; null for any other request. */
  answerSecretCheck(secret: string, event: unknown): object | null
  /** An event of another kind than the recorder takes has neither recordings nor a problem. */
  read(event: unknown, takes: Takes): EventContent
}
