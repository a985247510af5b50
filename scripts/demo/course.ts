/** A meeting that was really held: which one of the data set, when it is in the demo, who came, what came of it. */

import { type Invited, nameOf, type Person } from './people.ts'

/** Meetings of the same people. */
export type Course = {
  series: { id: string; title: string } | null
  /** The UID of its calendar events. */
  uid: string
  language: string
  /** How long after the event's start the recording begins. */
  lateSeconds: number
  invited: [organizer: Person, ...Invited[]]
  /** Who speaks under a label of the source; where a meeting has its own, that one counts. */
  cast: Cast
  meetings: Held[]
}

type Cast = ((label: string) => string) | Record<string, Invited>

export type Held = {
  source: string
  id: string
  title: string
  /** The event's start; null: there was no event, the recording was uploaded at `uploaded`. */
  start: string | null
  uploaded?: string
  goal: string
  cast?: Cast
  guests?: Invited[]
  /** How many recordings it was: stopped and started again. */
  recordings?: number
  decisions?: Decided[]
  items: Task[]
}

export type Decided = {
  id: string
  text: string
  /** Part of one turn, word for word. */
  quote: string
  /** Earlier decisions that it replaces. */
  replaces?: string[]
  /** Written by a person; otherwise it was found in the transcript, and the AI notes say it. */
  by?: Person
}

export type Task = {
  id: string
  text: string
  who: Person[]
  due?: string
  /** Its second in the recording; without, that of the turns that share most words with it. */
  at?: number
  /** Marked by these people, where that is not all or none. */
  marks?: Person[]
  is?: 'Done' | 'Archived'
  all?: true
  /** Written by a person; otherwise it was found in the transcript. */
  by?: Person
  /** Below which topic (from 0) or item it stands; without, under the heading of actions; null: not in the agenda. */
  below?: number | string | null
}

export function speaker({ cast }: Course, held: Held, label: string): string {
  const known = held.cast ?? cast
  if (typeof known === 'function') return known(label)
  const person = known[label]
  if (person === undefined) throw new Error(`${held.source}: nobody is cast as ${label}`)
  return nameOf(person)
}
