/** Collects the changes that an import may not make, and reports them once for each UID (decision 29g on calendars). *Pure.* */
import { cutShort } from '../../../platform/text.ts'
import { type Attendee, maxAttendees } from '../icalendar/attendees.ts'

const entitled = 'only its organizer, the person who first brought it and a super admin may'

/** `skips`: the meeting is not imported. Otherwise it is, and only the named part stays unchanged. */
const kinds = {
  foreign: { skips: true, what: 'not taken', why: 'this calendar may not bring it' },
  uninvited: { skips: true, what: 'not taken', why: 'it invites none of your addresses here' },
  unknownAccount: {
    skips: true,
    what: 'not taken',
    why: 'its address is not one of yours here, so ask an administrator to add it',
  },
  crowded: { skips: true, what: 'not taken', why: `it would have more than ${maxAttendees} attendees` },
  cancellation: { skips: true, what: 'not called off', why: `${entitled} call it off` },
  stale: { skips: true, what: 'not taken', why: 'a newer mail of it came before' },
  attendees: { skips: false, what: 'attendees stay', why: `${entitled} take people out` },
  organizer: { skips: false, what: 'the organizer stays', why: `${entitled} change that` },
} as const

export type RefusalKind = keyof typeof kinds
type Refusal = { kind: RefusalKind; label: string; meetings: number; people: Set<string> }

/** Maximum number of addresses in a sentence. */
const maxNamed = 3

export class Refusals {
  readonly #refusals = new Map<string, Refusal>()
  readonly #known = new Set<string>()

  /**
   * @param label   the name of the UID in the answer
   * @param people  the attendees who stay
   */
  add(kind: RefusalKind, label: string, guid: string, people: Attendee[] = []): void {
    // A meeting that is no longer in a feed may already be reported for its series.
    if (this.#known.has(`${kind} ${guid}`)) return
    this.#known.add(`${kind} ${guid}`)
    const refusal = this.#refusals.get(`${kind} ${label}`) ?? { kind, label, meetings: 0, people: new Set() }
    this.#refusals.set(`${kind} ${label}`, refusal)
    refusal.meetings++
    for (const { email } of people) refusal.people.add(email)
  }

  /** Number of meetings that are not imported. */
  get skipped(): number {
    return this.#of(true).reduce((sum, { meetings }) => sum + meetings, 0)
  }

  /** As sentences; meetings that are not imported come first. */
  get problems(): string[] {
    return [...this.#of(true), ...this.#of(false)].map(inWords)
  }

  #of(skips: boolean): Refusal[] {
    return [...this.#refusals.values()].filter(({ kind }) => kinds[kind].skips === skips)
  }
}

function inWords({ kind, label, meetings, people }: Refusal): string {
  const { what, why } = kinds[kind]
  const named = [...people]
    .slice(0, maxNamed)
    .map((email) => cutShort(email, 100))
    .join(', ')
  const othersNamed = people.size > maxNamed ? ` and ${people.size - maxNamed} more` : ''
  const of = `${meetings} ${meetings === 1 ? 'meeting' : 'meetings'}${named && ': '}${named}${othersNamed}`
  return `${label}: ${what} (${of}): ${why}`
}
