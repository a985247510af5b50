/** What the parts of the extension ask each other: the background knows the service, the recorder has the sound. */
import type { RecordingState } from '../console/record/recording.ts'
import type { Kind } from './call-of.ts'

/** Where the service is, a valid access token, and whose it is (workspace and user). */
export type Grant = { origin: string; token: string; whose: string }

/** With its planned end, if it has one. */
export type Meeting = { id: string; title: string; event_end?: string | null }
export type Consent = { text: string; told: string[]; at: string }

/** What may be recorded in a tab. `meetings` are those of now, `isThis` the one whose call it is. */
export type Offer = { kind: Kind | null; meetings: (Meeting & { isThis: boolean })[]; consentText: string | null }

/** Sent to a part by its name, with what comes back. */
export type Requests = {
  background: {
    /** Null if it is not paired. */
    grant: { given: Record<never, never>; answer: Grant | null }
    /** The service refused a token. Answers whether the grant is still there. */
    refused: { given: Record<never, never>; answer: boolean }
    offer: { given: { tabId: number }; answer: Offer }
    begin: { given: { tabId: number; meeting: Meeting | null; title: string; consent: Consent | null }; answer: null }
    pair: { given: { origin: string }; answer: null }
    unpair: { given: Record<never, never>; answer: null }
    /** Of the recorder, whenever something changes. */
    states: { given: { states: readonly RecordingState[] }; answer: null }
  }
  recorder: {
    begin: {
      given: { streamId: string; meeting: Meeting | null; title: string; consent: Consent | null }
      answer: { id: string; title: string }
    }
    states: { given: Record<never, never>; answer: readonly RecordingState[] }
    act: {
      given: { id: string; what: 'pause' | 'goOn' | 'stay' | 'finish' | 'mark' | 'send' | 'forget' }
      answer: null
    }
    /** Answers whether it is the same person as before. */
    paired: { given: Record<never, never>; answer: boolean }
  }
}

type Part = keyof Requests
type Name<P extends Part> = keyof Requests[P] & string
type Of<P extends Part, N extends Name<P>> = Requests[P][N] extends { given: infer G; answer: infer A } ? [G, A] : never
type Sent = { to: Part; name: string; given: unknown }
type Answered = { value: unknown } | { error: string }

/** @throws {Error} with the `message` of what went wrong there */
export async function ask<P extends Part, N extends Name<P>>(to: P, name: N, given: Of<P, N>[0]): Promise<Of<P, N>[1]> {
  const answered = (await chrome.runtime.sendMessage({ to, name, given })) as Answered | undefined
  if (!answered) throw new Error('gone')
  if ('error' in answered) throw new Error(answered.error)
  return answered.value as Of<P, N>[1]
}

/** Only parts of this extension are answered: `onMessage` hears no pages, and there are no content scripts. */
export function answerAs<P extends Part>(
  part: P,
  answers: { [N in Name<P>]: (given: Of<P, N>[0]) => Promise<Of<P, N>[1]> },
): void {
  chrome.runtime.onMessage.addListener((message, sender, answer) => {
    const { to, name, given } = message as Sent
    if (to !== part || sender.id !== chrome.runtime.id) return false
    const act = answers[name as Name<P>] as (given: unknown) => Promise<unknown>
    act(given).then(
      (value) => answer({ value: value ?? null }),
      (error: Error) => answer({ error: error.message }),
    )
    return true
  })
}
