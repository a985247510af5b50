/** Spoken English. *Pure.* */
import type { Table } from './cues.ts'

export const english: Table = {
  code: 'eng',
  openings:
    "so|and|but|yeah|yes|yep|no(?=[,.])|okay|ok|oh|ah|well|right(?=[,.])|all ?right|now(?=,)|then|anyway|like(?=,)|you know(?=,)|i mean(?=,)|basically|obviously|actually|first of all|of course|sure|as i said|'kay|u+h+m*|u+m+|e+r+m*|h+m+|mm+(?:-hmm)?",
  slips:
    "[b-hj-z](?!['.&/-])|u+h+m*|u+m+|e+r+m*|h+m+|mm+|mm-hmm|uh-huh|huh|yeah|yep|well (?:i|we|you|it|the|that)|(?:i|we|you|they|it)'\\p{L}+ (?:\\p{L}+ )?(?:i|we|you|they|it)'\\p{L}+|\\p{L}+n't (?:i|we|you|they|it)'\\p{L}+|\\p{L}+'(?:ve|re|ll|m) '?cause|you know(?! (?:what|that|how|if|where|who|why|it|the))|i mean|i guess|(?:sort|kind) of|sorta|kinda|(?:the|an?) (?:and|or|is|are|at|the|an?|it|i|we|to|of|in|on|for|you|they|that|this|any\\p{L}*)|(?:of|to) (?:and|or|is|are|of|to)|(?:i|we|they|he|she) (?:i|we|you|they|he|she)|(?:i|we|you|they|he|she|it) (?:am|is|are|was|were|have|had|do|did|can|could|will|would|should|shall|might)(?: also| just)? (?:i|we|they|he|she)|you (?:i|we|he|she)|(?:i|we|you|they) (?:going|gonna)|(?:was|were|is|are) (?:was|were|are)",
  dependentStarts:
    "(?:it|they|he|she|them|him|her)(?:'\\p{L}+)?|that|this i|(?:this|these|those|there|here)(?:'s| is| are| was| were| will| would| has| had| have| can| could| should|'ll|'d)|(?:if|when|because|since|while|unless|although|once)(?!.*,)|'?cause|cuz|or|than|also|(?:the )?(?:first|second|third|last|two)(?: (?:one|that|is|was|seems)|'s)|one (?:is|was|of them)|apart from (?:that|this)|(?:can|could|shall|should|may) (?:i|we|you|they)(?!.*\\?)|especially|not|is|are|was|were|has|have|had|does|did|do you|do we|to|the (?:other|same) one|the other|another|either|such|though|whereas|like|just|maybe|in (?:that|this) case|after that|besides that|by that|from that|with that|even then|other than that|one of (?:them|those|these)|some of (?:them|those|these)|both|neither|how|what|which|where|who|whose|why|looks?|reckon|guess|hear|wait|takes|makes|gives|goes|translates|given|depending|according|rather|as well|in terms of|by \\p{L}+ (?:of|that)|by doing|each of|all of (?:them|those|these)|(?!during|regarding|concerning|following|meeting|nothing|something|everything|anything)\\p{L}{2,}ing|somewhere|when needed",
  pronouns: "(?:it|they|he|she)(?:'\\p{L}+)?|them|him",
  openEnds:
    "a|an|the|of|to|and|or|but|so|if|because|than|as|our|my|your|their|his|its|i|we|he|she|they|is|are|was|were|be|gonna|in|at|for|from|with|by|like|which|who|it's|that's|i'm|we're|you're|very|just|really|some|any|don't|can|would|should|could|also|then|when|where|while",
  group: "we|we're|we'll|we've|our|us|let's",
  determiners: 'the|a|an|this|that|these|those|our|your|their|my|of|with|for|in|on|any|some|every|each',
  courtesies:
    'hi|hello|thank you|thanks|good (?:morning|afternoon|evening)|welcome|please go|honou?rable|sorry|apologi\\w+|excuse me|over to you|your time|point of order|next (?:question|slide|member|speaker|round)|my question|for the record|mute|unmute|can you (?:hear|see)|interpretation|questionnaires?|(?:seconds|minutes) left|move on|let me|member for|m(?:iste)?r\\.? (?:chair|speaker)|madam (?:chair|speaker)|papers? to note|shar(?:e|ing) my time|the floor|microphones?|whiteboard',
  yes: "yes|yeah|yep|yup|sure|okay|ok|of course|no problem|will do|certainly|absolutely|definitely|i will|i can|i'll|i agree|agreed|right|all ?right|great|good|fine|cool|mm-hmm|uh-huh|sounds good|very good|perfect|exactly|happy to|'kay",
  no: "no|nope|but|not|i don't|i can't|i'm not",
  doubts:
    "if|unless|when(?:ever)?|whether|(?:on|about|decide|and|or) (?:what|which|how)|(?:have|need) to decide|\\p{L}+n't|cannot|not|never|no longer|maybe|perhaps|might|probably|would|could|should we|shall we|can we|wish|imagine|suppose|said|says?|told|thought|thinks?|remember|used to|every time|so that|such that|that i|that we'll|where i|in a (?:moment|minute|second)|for a (?:moment|minute|second)|later on(?= in)|trouble|i guess|or something|let's (?:see|say|look|start|move)|going (?:back )?to (?:talk|speak|say|ask)",
  purpose:
    "welcome to|item \\d+|(?:this|today's|the|our) (?:meeting|agenda|session|project) (?:is|will|has|was)|purpose|the aim|today we|we're here|we are here|kick-?off|agenda|we(?:'re| are| will|'ll) (?:going to )?(?:discuss|talk about|designing|hear(?:ing)?)|pursuant to",
  work: 'analy[sz]e|arrange|ask \\p{L}+ (?:about|for|to)|book|calculate|check (?:with|whether|the)|circulate|collect|come up with|compile|contact|coordinate|create (?:an?|the|some)|do (?:some |the |a bit of )?(?:more )?research|draft|e-?mail|estimate|evaluate|finali[sz]e|find out|fix|follow up|forward|get back to|get in touch|implement|install|investigate|let (?:you|them|him|her|everyone|everybody|the \\w+) (?:know|have)|look into|mail|measure|merge|message|order|organi[sz]e|phone|ping|prepare|provide|publish|put together|re-?run|re-?train|reach out|re-?write|research|revise|run (?:the|some|a)|schedule|send|set up|share the|submit|summari[sz]e|talk (?:to|with) (?!you)|test|track down|translate|type up|update|upload|verify|work (?:\\w+ )?on|write (?:up|down|to|a|an|the|some)',
  wordsBetween: 2,
  promises:
    "i(?:'ll| will|'m (?:going to|gonna)| am going to| (?:still |also )?(?:have to|need to)) {work}|(?:i'm|i am|i'd be|i would be)(?: very| more than)? (?:happy|glad) to {work}|action items?:? (?:is )?(?:for me )?to {work}|we(?:'ll| will| can) (?:(?:certainly|definitely|also|then) )?(?:send|write to|get back to|let) (?:you|the committee)",
  requests: "(?:can|could|will|would) you {work}|please {work}|i(?:'d like| want| need) you to {work}",
  assigns: '(?:will|is going to|is gonna|is to|has to|needs to) {work}',
  decided:
    "(?:the )?(?:decision|resolution) (?:is|was)(?= to| that)|it(?:'s| is| was| has been) (?:decided|agreed)|we(?:'ve| have)? (?:(?:all|just|already|now|then|also|finally) )?(?:decided|agreed (?:on|to|that)|settled on|resolved to|chose|chosen|voted (?:to|for))|(?:amendment|motion|resolution|proposal)s?(?: \\S+)? (?:(?:is|are|was) )?(?:therefore |hereby )?(?:agreed|carried|adopted|passed)",
  proposed:
    "let's (?:just )?(?:go (?:with|for)|stick (?:with|to)|settle (?:on|for)|use|keep|drop|skip|leave out|postpone|adopt|meet)|we(?:'re| are) (?:just )?going (?:with|for)|we(?:'ll| will|'re (?:going to|gonna)| are going to) (?:just )?(?:go (?:with|for)|stick (?:with|to)|use|keep|drop|skip|adopt|leave out|postpone|meet)",
}
