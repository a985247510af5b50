/** A language of which the writer knows nothing: sentences are quoted as they are, and no item is found. *Pure.* */
import { never, type Speech } from './speech.ts'

export const unknown: Speech = {
  code: 'und',
  fillers: never,
  openings: never,
  endings: never,
  dependent: never,
  pointing: never,
  dangling: never,
  verb: /./,
  together: never,
  determiners: never,
  courtesy: never,
  assent: never,
  asksAssent: never,
  unreal: never,
  time: never,
  clauses: never,
  role: never,
  items: [],
  decided: never,
  proposed: never,
  undecided: never,
  purpose: never,
}
