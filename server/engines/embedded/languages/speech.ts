/** The rules of a spoken language for the embedded writer; each language is one file. *Pure.* */

/**
 * A pattern that promises or hands out work. The group `task` is the work from its verb on, `thing` is work without a verb;
 * without both the whole sentence is quoted. The group `assignee` is a name or a role; with `by: 'person'` it must be the
 * name of a person of the meeting. `needs` is a further condition: somebody else's assent, a time for the work, a passage
 * that hands out work, or that the speaker talks and gives no speech.
 */
export type Cue = {
  by: 'speaker' | 'listener' | 'named' | 'person' | 'all'
  needs?: 'assent' | 'time' | 'handout' | 'talk'
  pattern: RegExp
}

export type Speech = {
  /** ISO 639-3. */
  code: string
  /** Sounds of hesitation; removed everywhere. */
  fillers: RegExp
  /** Words without content before a statement; all are removed. */
  openings: RegExp
  /** Tags after a statement: `okay?` */
  endings: RegExp
  /** The start of a statement that needs the one before, or refers to something that it does not name. */
  dependent: RegExp
  /** A task whose object is only a pronoun: `test it`. */
  pronounObject: RegExp
  /** The end of a statement that breaks off. */
  dangling: RegExp
  /** A frequent verb, or the ending of a verb; every statement has one. */
  verb: RegExp
  /** Words for the group: `we`. */
  firstPersonPlural: RegExp
  /** Words before a noun: `the` remote control. */
  determiners: RegExp
  /** Thanks, greetings and the chair's procedure; notes do not quote them. */
  courtesy: RegExp
  /** The start of a turn that says yes. */
  assent: RegExp
  /** A question whether the others agree. */
  asksAssent: RegExp
  /** Stories, conditions and wishes, which promise nothing. */
  noPromise: RegExp
  /** A time at which or by which work is done. */
  time: RegExp
  /** Separates several tasks in one sentence: `you do this, and you do that`. */
  clauses: RegExp
  /** A role in the group, before a task for `you`. */
  role: RegExp
  /** Forms of address in a parliament. */
  debate?: RegExp
  /** Words of a passage that hands out work: until the next meeting. */
  handsOut?: RegExp
  items: Cue[]
  /** Reports a decision. */
  decided: RegExp
  /** Becomes a decision if somebody else assents. */
  proposed: RegExp
  undecided: RegExp
  /** `opens` begins a recap of decisions, `states` is a decision in it. */
  recap?: { opens: RegExp; states: RegExp }
  /** Names the purpose of the meeting. */
  purpose: RegExp
}

/** Matches whole words of any script; `\b` supports only English letters. */
export const words = (...alternatives: string[]) =>
  new RegExp(`(?<![\\p{L}\\p{N}'-])(?:${alternatives.join('|')})(?![\\p{L}\\p{N}])`, 'iu')

/** Matches one of them at the start of a text. */
export const begins = (...alternatives: string[]) =>
  new RegExp(`^[¿¡"«]?(?:${alternatives.join('|')})(?![\\p{L}\\p{N}])`, 'iu')

/** Matches one of them at the end of a text. */
export const ends = (...alternatives: string[]) =>
  new RegExp(`(?:^|[\\s,'])(?:${alternatives.join('|')})[\\s.,;:!?…-]*$`, 'iu')

export const never = /(?!)/
