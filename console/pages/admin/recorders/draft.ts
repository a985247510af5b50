/** A recorder that is being created. *Pure.* */
import type { Kind, NewRecorder, Takes } from '../../../api/recorder.ts'

/** The fields that only this kind has, besides its secret. */
export const termsOf = {
  zoom: [],
  teams: ['tenant_id', 'client_id'],
  meet: ['push_account', 'topic'],
  vexa: ['base_url', 'api_key'],
  attendee: ['base_url', 'api_key'],
  bigbluebutton: ['base_url'],
} as const satisfies Record<Kind, readonly string[]>

export type Term = (typeof termsOf)[Kind][number]

export type Draft = { kind: Kind; takes: Takes; secret: string; user: string | null; sends_bots: boolean } & Record<
  Term,
  string
>

export const emptyDraft: Draft = {
  kind: 'zoom',
  takes: 'transcript',
  secret: '',
  user: null,
  sends_bots: false,
  tenant_id: '',
  client_id: '',
  push_account: '',
  topic: '',
  base_url: '',
  api_key: '',
}

/** Where the vendor runs the service for everybody; many run their own. */
export const hostedAt: Partial<Record<Kind, string>> = {
  vexa: 'https://api.cloud.vexa.ai',
  attendee: 'https://app.attendee.dev',
}

/** Its service sends bots into calls, whose host it does not know. */
export const hasBots = (kind: Kind) => kind === 'vexa' || kind === 'attendee'

/** A server of one's own, which tells neither its hosts nor what was said. */
export const isOwnServer = (kind: Kind) => kind === 'bigbluebutton'

/** Requests to Google are made as a person. */
export const needsPerson = (kind: Kind) => kind === 'meet'

export function isComplete(draft: Draft): boolean {
  const texts = [draft.secret, ...termsOf[draft.kind].map((term) => draft[term])]
  return texts.every((text) => text.trim() !== '') && (draft.user !== null || !needsPerson(draft.kind))
}

/** The service rejects fields of other kinds. */
export function toRequest(draft: Draft): NewRecorder {
  const { kind, takes, secret, user, sends_bots } = draft
  const terms = termsOf[kind].map((term) => [term, draft[term].trim()])
  return {
    kind,
    takes: isOwnServer(kind) ? 'media' : takes,
    user,
    secret: secret.trim(),
    ...Object.fromEntries(terms),
    ...(hasBots(kind) && { sends_bots }),
  }
}
