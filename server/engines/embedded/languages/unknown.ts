/** The rules for an unknown language: sentences are quoted without changes, and no item is found. *Pure.* */
import { never, type Speech } from './speech.ts'

export const unknown: Speech = {
  code: 'und',
  fillers: never,
  openings: never,
  endings: never,
  dependent: never,
  pronounObject: never,
  dangling: never,
  verb: /./,
  firstPersonPlural: never,
  determiners: never,
  courtesy: never,
  assent: never,
  asksAssent: never,
  noPromise: never,
  time: never,
  clauses: never,
  role: never,
  items: [],
  decided: never,
  proposed: never,
  undecided: never,
  purpose: never,
}
