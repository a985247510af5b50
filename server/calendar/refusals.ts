/** What a calendar asks of meetings and may not have, told once for each UID (decision 29g). *Pure.* */
import { cutShort } from '../platform/text.ts'
import { type Attendee, mostAttendees } from './attendees.ts'

const entitled = 'only its organizer, the person who first brought it and a super admin may'

/** `skips`: the meeting is not taken. Otherwise it is, and only what the sentence names stays as it was. */
const kinds = {
  foreign: { skips: true, what: 'not taken', why: 'only its attendees may bring it' },
  crowded: { skips: true, what: 'not taken', why: `it would have more than ${mostAttendees} attendees` },
  cancellation: { skips: true, what: 'not called off', why: `${entitled} call it off` },
  attendees: { skips: false, what: 'attendees stay', why: `${entitled} take people out` },
  organizer: { skips: false, what: 'the organizer stays', why: `${entitled} change that` },
} as const

type Kind = keyof typeof kinds
type Refusal = { kind: Kind; place: string; meetings: number; people: Set<string> }

/** Addresses that a sentence names. */
const mostNamed = 3

export class Refusals {
  readonly #refusals = new Map<string, Refusal>()
  readonly #known = new Set<string>()

  /**
   * @param place   how an answer names the UID
   * @param people  who stays
   */
  add(kind: Kind, place: string, guid: string, people: Attendee[] = []): void {
    // A feed's loss of a meeting may be told of by its series already.
    if (this.#known.has(`${kind} ${guid}`)) return
    this.#known.add(`${kind} ${guid}`)
    const refusal = this.#refusals.get(`${kind} ${place}`) ?? { kind, place, meetings: 0, people: new Set() }
    this.#refusals.set(`${kind} ${place}`, refusal)
    refusal.meetings++
    for (const { email } of people) refusal.people.add(email)
  }

  /** Meetings that are not taken. */
  get skipped(): number {
    return this.#of(true).reduce((sum, { meetings }) => sum + meetings, 0)
  }

  /** In sentences, what is not taken first. */
  get problems(): string[] {
    return [...this.#of(true), ...this.#of(false)].map(inWords)
  }

  #of(skips: boolean): Refusal[] {
    return [...this.#refusals.values()].filter(({ kind }) => kinds[kind].skips === skips)
  }
}

function inWords({ kind, place, meetings, people }: Refusal): string {
  const { what, why } = kinds[kind]
  const named = [...people]
    .slice(0, mostNamed)
    .map((email) => cutShort(email, 100))
    .join(', ')
  const more = people.size > mostNamed ? ` and ${people.size - mostNamed} more` : ''
  const of = `${meetings} ${meetings === 1 ? 'meeting' : 'meetings'}${named && ': '}${named}${more}`
  return `${place}: ${what} (${of}): ${why}`
}
