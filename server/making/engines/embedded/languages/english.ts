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
  purpose:
    "welcome to|item \\d+|(?:this|today's|the|our) (?:meeting|agenda|session|project) (?:is|will|has|was)|purpose|the aim|today we|we're here|we are here|kick-?off|agenda|we(?:'re| are| will|'ll) (?:going to )?(?:discuss|talk about|designing|hear(?:ing)?)|pursuant to",
}
