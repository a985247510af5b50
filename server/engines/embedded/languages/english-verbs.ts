/** English verbs for work after a meeting, and the patterns that promise such work. *Pure.* */

/** Work that people do after a meeting and seldom in it. */
const workVerbs =
  `analy[sz]e|announce|apply|arrange|assemble|book|buil[dt]|calculate|check|circulate|clean up|collect|come up with|compile|complete
|contact|convene|coordinate|copy|cc|deploy|develop|dig up|distribute|double[- ]check|document|draft|e-?mail|estimate|evaluate|fill in|fill out|finali[sz]e
|find out|finish|fix|follow up|forward|gather|get back|get in touch|hand in|implement|improve|install|interact with|invite
|investigate|keep \\w+ in the loop|let \\w+(?: \\w+)? (?:know|have)|look (?:\\w+ (?:\\w+ )?)?(?:into|up)|mail|measure|merge|message|negotiate|order|organi[sz]e
|phone|ping|play (?:with|around)|prepare|print|provide|publish|put together|re-?do|re-?implement|re-?run|re-?train|reach out|refine
|release|rename|research|reserve|resubmit|revise|rewrite|run (?:some|the|a|an|it on|those|these|experiments)|schedule|send|set up|share|ship|sketch
|speak (?:to|with)|submit|summari[sz]e|supply|take care|talk (?:to|with)|test|track down|train|translate|tune|type up|update
|upload|verify|work (?:\\w+ )?(?:on|out|with)|write(?: up| back| down)?`.replaceAll('\n', '')

/** Work in a meeting as often as after it. It counts only with a time or an assent. */
const ambiguousVerbs =
  `apply|ask|bring|call|concentrate on|extend|focus on|grab|learn|change|compare|design|do|experiment|find|get|give|install|look (?:\\w+ )?at|make|meet|post|present|propose|put|read|record
|remove|report|review|run|see (?:if|whether|how|what)|show|sign|take|tell|think (?:about|on)|try|write`.replaceAll(
    '\n',
    '',
  )

const adverbs =
  '(?:just|then|also|hopefully|probably|definitely|certainly|quickly|now|please|maybe|perhaps|all|both|still|always|really|actually|even|first|individually|later|gladly)'
const detours =
  '(?:have to|need to|be able to|be happy to|be glad to|happy to|try to|try and|go and|go ahead and|go away and|go back and|go off and|start to|begin to|help)'
const between = `(?:(?:${adverbs}|${detours}) )*`

/** Actions during a meeting: `I'll find it`, `I'll go through the slides`. */
const saidInMeeting = [
  '(?:find|grab|get|read|show|put|take|do|try|run|make) (?:it|that|this|them)(?! (?:at|by|to|with|on|in|tomorrow|next|later|out))',
  'check (?:we|what|if there)',
  'grab the',
  'write (?:criteri|on|it (?:down|up) (?:here|on))',
  'put (?:down|up)',
  'go back to',
  'get (?:back )?to (?:that|this|it)',
  'think about (?:it|that)$',
  'talk to you',
  'test test',
  'run (?:through|over|by|down)',
  'share (?:my|this|the) (?:time|screen)',
  'provide (?:some|a (?:bit|little)) (?:background|context|overview)',
  'make (?:a|one|two|some|an) (?:\\w+ )?(?:comment|point|observation|remark|suggestion)',
  'ask (?:you|if|for|that|the|about)',
  'tell',
  'give (?:you|a|an|some|another)',
  'take (?:a(?! look)|it|this|that|the (?:floor|opportunity)|you|questions)',
  'try (?:and )?(?:to )?(?:explain|answer|be|keep|say|speak|get)',
  'read (?:it|out|the|these|them)',
  'show',
  'call',
  'present',
  'bring (?:up|it up)',
  'find (?:my|the right)',
  'remember',
  'invite .{3,40} to (?:discuss|speak|present|talk|explain|introduce|go)',
  'invite \\w+,',
  'work between',
  'draw',
  'finish (?:with|off|now|here)',
].join('|')

const verbsAfter = (lead: string, verbs: string, more = '') =>
  new RegExp(
    `(?<![\\p{L}'-])(?:${lead}) ${between}${more}(?<task>(?!(?:${saidInMeeting})(?![\\p{L}'-]))(?:${verbs})(?![\\p{L}'-]).*)`,
    'u',
  )

/** Documents that people write after a meeting. */
const documents =
  "(?:do|put|make|get|give|post|bring|have|add|copy|hand)(?! it) (?:[\\w'-]+ ){0,4}(?:minutes|report|summary|e-?mail|slides|draft|document|documents|proposal|letter|spreadsheet|research|plots?|web ?page|estimate|quote|survey|analysis)"

export const workAfter = (lead: string) => verbsAfter(lead, workVerbs)
export const ambiguousAfter = (lead: string) => verbsAfter(lead, ambiguousVerbs)
/** What people may try after a meeting; `I'll try to speak slowly` is about the present. */
const tryVerbs =
  'apply|build|change|compare|design|experiment|extend|find|fit|have|implement|learn|look (?:\\w+ )?at|make|meet|post|record|remove|report|review|see (?:if|whether|how)|try|use|write'

/** `I'll try to` is more often about later than about now. */
export const tryAfter = (lead: string) =>
  verbsAfter(lead, `${workVerbs}|${tryVerbs}`, '(?:try to|try and|probably|definitely) ')
/** The first words of the verbs above, in their plain form. */
export const knownVerb = new RegExp(`^(?:${workVerbs}|${ambiguousVerbs}|${tryVerbs}|think|talk|work|write|share|use)$`)
/** `You're going to be working on`. */
export const workingAfter = (lead: string, verbs = '[a-z]{2,}') =>
  new RegExp(
    `(?<![\\p{L}'-])(?:${lead}) (?:${adverbs} )*(?<task>(?!being|having|going|hearing|seeing|getting|looking forward|told|asking|showing|giving|talking about|saying|drawing|taking|using|treating|keeping)${verbs}ing(?![\\p{L}'-]).*)`,
    'u',
  )

export const documentsAfter = (lead: string) => verbsAfter(lead, documents)
/** Where work is handed out, every verb is work except those for the meeting itself. */
export const anyVerbAfter = (lead: string) => {
  const none = `${adverbs}|be|have|do(?=[.,?]| is| from|$)|one|will|keep|receive|see|know|say|find (?:it|that)|like|want|need|hear|meet|stay`
  const handed = 'get (?:an?|all|instructions|some|specific|the|further|your)'
  return verbsAfter(`${lead}(?: do is)?`, `(?!(?:${none}|${handed})(?![a-z]))[a-z]{2,}`)
}

/** A promise to the people in the meeting: `send the committee a note`, `come back to you`. */
export const deliveryAfter = (lead: string) =>
  verbsAfter(
    lead,
    '(?:(?:send|get|e-?mail|provide|supply|write to|come back to|get back to|report back to|share [^,]{2,60} with|make [^,]{2,60} available to) (?:(?:it|that|them|this) to )?(?:you|the (?:committee|group|team|[Mm]inister|board|member|hon\\w*)|everyone|everybody|all of you)|let (?:you|them|the (?:committee|team)|everybody|everyone) (?:have|know))',
  )
