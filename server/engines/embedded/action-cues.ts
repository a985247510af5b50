/** English phrases that announce an action. *Pure.* */

/** Verbs for work after the meeting, in contrast to actions within it (`I will say`, `we can see`). */
const tasks =
  `add|announce|arrange|assemble|book|bring|build|buy|calculate|cancel|change|check|circulate|clean up|collect
|compare|compile|complete|confirm|contact|copy|correct|create|deliver|deploy|design|develop|distribute|document|draft|draw
|e-?mail|estimate|fill in|fill out|finali[sz]e|finish|fix|follow up|forward|gather|get back to|get in touch|hand in
|implement|inform|install|invite|investigate|let \\w+ know|look into|mail|measure|merge|message|negotiate|note down|notify
|order|organi[sz]e|pay|phone|post|prepare|print|propose|provide|publish|put together|put up|reach out|record|release
|remind|remove|rename|reply|report|research|reserve|resubmit|review|revise|rewrite|schedule|send|set up|share|ship|sign
|sketch|speak to|speak with|submit|summari[sz]e|take care|talk to|talk with|test|track down|translate|try out|type up
|update|upload|verify|work on|work out|write`.replaceAll('\n', '')
/** Verbs for actions within the meeting as often as after it. */
const faintActions = 'ask|call|do|find|get|give|look at|make|move|present|read|run|search|show|start|take|tell'

const adverbs = 'just|then|also|probably|definitely|quickly|now|please|maybe|all|both|each|be'
const detours = 'have to|need to|be able to|try to|try and|go and|go ahead and|go away and'
const between = `(?:(?:${adverbs}|${detours}) )*`

const willOf = (who: string, more: string) => `${who}(?:'ll| will| should| must| have to| need to| 've got to|${more})`
const someone = '(?:someone|somebody) (?:will|should|must|has to|needs to)'
const leads = {
  speaker: willOf('I', " shall|'m going to| am going to|'m gonna| can|'d better"),
  listener: `(?:can|could|will|would) you|I(?:'d like| want| need) you to|please|${willOf('you', "'re going to|'re gonna")}`,
  all: `let's|${someone}|${willOf('we', "'re going to| are going to|'re gonna")}`,
  /** The name is before the phrase: `Bo will send`, `Bo, could you send`, `Bo to send`. */
  named: '(?:will|should|shall|must|can|is going to|is gonna|needs to|has to|to)',
}

/** Who will do it: the speaker, the person addressed, everybody, or a named person. */
export type Doer = keyof typeof leads

/** A cue that is not `sure` counts only with a day or a name. */
export type Cue = { doer: Doer; sure: boolean; what: string }

const patterns = (Object.keys(leads) as Doer[]).map((doer) => ({
  doer,
  task: new RegExp(`\\b(?:${leads[doer]}) ${between}((?:${tasks})\\b.*)`, 'i'),
  faint: new RegExp(`\\b(?:${leads[doer]}) ${between}((?:${faintActions})\\b.*)`, 'i'),
}))
const explicit = /\b(?:action items?|to-?dos?|next steps?)\b(?: (?:is|are|for \S+(?: is)?))?[:,]? (?:to )?(.{8,})/i
const unreal = /\b(?:if (?:I|we|you|they|he|she|it)|(?:would|could|should) have|wish|remember when|imagine|suppose)\b/i

/** @returns the surest cue in the sentence, or null; `what` is the text from the verb to the end */
export function actionCueIn(text: string): Cue | null {
  if (unreal.test(text)) return null
  const [, named] = explicit.exec(text) ?? []
  if (named) return { doer: 'named', sure: true, what: named }
  let faint: Cue | null = null
  for (const { doer, task, faint: faintAction } of patterns) {
    const [, what] = task.exec(text) ?? []
    if (what) return { doer, sure: doer === 'speaker' || doer === 'listener', what }
    const [, dim] = faintAction.exec(text) ?? []
    if (dim) faint ??= { doer, sure: false, what: dim }
  }
  return faint
}
