/** What the embedded writer knows of a spoken language. A language is a file of this shape. *Pure.* */

/**
 * A way to promise or hand out work. The group `task` is the work from its verb on, `thing` what is to be done without a verb;
 * without both the sentence is quoted. The group `doer` is a name or a role; of a `person` it is one only if the meeting knows
 * somebody by that name. `needs` says what makes it certain: nothing more, an assent by somebody else, a time by which it is to be
 * done, a passage that hands out work, or that it is talk and no speech.
 */
export type Cue = {
  by: 'speaker' | 'listener' | 'named' | 'person' | 'all'
  needs?: 'assent' | 'time' | 'handout' | 'talk'
  pattern: RegExp
}

export type Speech = {
  /** ISO 639-3. */
  code: string
  /** Sounds of hesitation. They go wherever they stand. */
  fillers: RegExp
  /** Words without content before a statement; they go, as often as they stand there. */
  openings: RegExp
  /** Tags behind a statement: `okay?` */
  endings: RegExp
  /** A statement that begins so belongs to the one before, or speaks of something that is not named in it. */
  dependent: RegExp
  /** A task whose object is in another sentence: `test it`. */
  pointing: RegExp
  /** A statement that ends so breaks off. */
  dangling: RegExp
  /** What a statement has: a verb of those that most sentences have, or an ending of one. */
  verb: RegExp
  /** Speaks of the group: `we`. */
  together: RegExp
  /** Words before which a noun follows: `the` remote control. */
  determiners: RegExp
  /** Thanks, greetings and the chair's procedure; they are no moment of the meeting. */
  courtesy: RegExp
  /** A turn that begins so says yes. */
  assent: RegExp
  /** Asks the others whether they agree. */
  asksAssent: RegExp
  /** Stories, conditions and wishes: nobody promises anything. */
  unreal: RegExp
  /** A time at which or by which work is done. */
  time: RegExp
  /** Where several tasks stand in one sentence: `you do this, and you do that`. */
  clauses: RegExp
  /** A role in the group, before a task for `you`. */
  role: RegExp
  /** How members of a parliament address each other. */
  debate?: RegExp
  /** Said where work is handed out: until the next meeting. */
  handsOut?: RegExp
  items: Cue[]
  /** Says that something is settled. */
  decided: RegExp
  /** Settles something if somebody else assents. */
  proposed: RegExp
  undecided: RegExp
  /** Opens a summary of what was settled, and states it there. */
  recap?: { opens: RegExp; states: RegExp }
  /** Says what the meeting is for. */
  purpose: RegExp
}

/** Whole words of any script: `\b` knows only English letters. */
export const words = (...alternatives: string[]) =>
  new RegExp(`(?<![\\p{L}\\p{N}'-])(?:${alternatives.join('|')})(?![\\p{L}\\p{N}])`, 'iu')

/** The same at the beginning of a text. */
export const begins = (...alternatives: string[]) =>
  new RegExp(`^[¿¡"«]?(?:${alternatives.join('|')})(?![\\p{L}\\p{N}])`, 'iu')

/** A text that ends with one of them. */
export const ends = (...alternatives: string[]) =>
  new RegExp(`(?:^|[\\s,'])(?:${alternatives.join('|')})[\\s.,;:!?…-]*$`, 'iu')

export const never = /(?!)/
