/** Spoken English. *Pure.* */
import {
  ambiguousAfter,
  anyVerbAfter,
  deliveryAfter,
  documentsAfter,
  tryAfter,
  workAfter,
  workingAfter,
} from './english-verbs.ts'
import { begins, ends, type Speech, words } from './speech.ts'

const will = (who: string) =>
  `${who}(?:'ll| will| shall|'m going to| am going to|'m gonna|'re going to|'re gonna| are going to| are gonna)`
const duty = (who: string) =>
  `${who}(?: still| also| just| probably| really)? (?:have to|need to|should|must|'ve got to)`
/** Not `I'll just check`, because that happens at once. */
const speakerPromise = `${will('I')}(?! just)|${duty('I(?! just)')}|I'd better`
const groupPromise = `${will('[Ww]e')}|${duty('[Ww]e')}`
const area =
  '(?:[Uu]ser )?[Ii]nterface|[Ii]ndustrial|[Mm]arketing|[Pp]roject|[Ss]ales|[Pp]roduct|[Tt]echnical|[Dd]esign|[Aa]ccount|[Pp]rogram(?:me)?|[Ff]inance|[Ff]unctional'
const post =
  '[Dd]esigner|[Mm]anager|[Ee]xpert|[Ee]xecutive|[Ee]ngineer|[Pp]erson|[Gg]uy|[Tt]eam|[Ll]ead|[Dd]epartment|[Dd]irector|[Oo]fficer'
const role = `(?:${area}) (?:${post})|ID(?! card)|UID`
const name = '(?!I(?![\\p{L}]))\\p{Lu}\\p{Ll}+(?: \\p{Lu}\\p{Ll}+)?'
const to = "(?:'ll| will|'s going to|'s gonna| is going to| is gonna| is to| has to| needs to| should| to)"
const willBe =
  "(?:,? you)?(?:'ll| will|'re (?:gonna|going to)| are (?:gonna|going to)|'s (?:gonna|going to)| is (?:gonna|going to|supposed to)| has to| have to| gets? to|,? to)(?: be(?= [a-z]+ing))?"
/** `For the UID the technical functions design`, `the working design for ID`, `marketing, the user requirements`. */
const assigned = new RegExp(
  `^(?:(?:[Aa]s|[Ff]or|[Tt]he) )*(?<assignee>${role}|[Mm]arketing|[Uu]ser [Ii]nterface),? (?:gets )?(?<thing>(?:the|some|your) .{6,})|(?<thing2>(?:the|some) [^,]{6,60}) (?:is )?for (?:the )?(?<named>${role}|[Mm]arketing)[.,]?$`,
  'u',
)
/** `Perhaps the committee could have a note on that?` */
const note =
  /\b(?:we|I|the committee) could (?:also )?(?:have|get|see) (?<note>(?:a|some|the|any) (?:\w+ )?(?:note|list|copy|breakdown|information|details?|figures|update|paper|report)(?![a-z])[^,]*)/
const asks = "I(?:'d like| want| need| would like) you(?: guys| two| both| all)? to"
const offer = ["'m", ' am', "'d be", ' would be']
  .map((be) => `I${be}(?: (?:very|more than|certainly|really|quite))? (?:happy|glad|pleased) to`)
  .join('|')

/** A chair hands out work: `you have to work on the design`. */
const handOut =
  /\b[Yy]ou(?: guys)?(?:(?:'re| are| will|'ll)(?: gonna| going to| have to)?| gonna| have to| need to| should) (?:just )?(?:be )?(?<task>(?:work(?:ing)? on|focus(?:ing)? on|concentrate on|come up with|prepare|do some|look into) .*)/
const next =
  /\b[Mm]y (?:next|first) (?:\w+ )?(?:thing|step|stab|task)\b.{0,40}? is (?:to )?(?<task>[a-z-]+ .*)|\b[Tt]he next (?:thing|step) (?:(?:that )?(?:I|we)(?:'ll| will)(?: do)? is |I (?:started to|want to|need to) do is )(?:to )?(?:try (?:to|and) )?(?<task2>[a-z-]+ .*)/

export const english: Speech = {
  code: 'eng',
  fillers:
    /(?<![\p{L}'-])(?:u+h+m*|u+m+|e+r+m*|h+m+|m+h*m+(?:-h*m+)?|uh-huh|mm-hmm|mm|huh|(?<!\b(?:as|if|do|did|let|when|so|that|don't) )you know(?! (?:what|that|how|if|where|who|why|it|the)\b))(?![\p{L}'-])/iu,
  openings:
    /^(?:(?:so(?! (?:many|much|far|that|long|few|called)\b)|and|but|yeah|yes|yep|no(?=[,.])|okay|ok|oh|ah|well(?! done)|right(?=[,.])|alright|all right|now(?! that)|then|anyway|because|'cause|cuz|like(?=,)|you know|you see|i mean|i think|i guess|i suppose|basically|obviously|actually|sort of|kind of|first of all|of course|sure(?=[,.])|as i said|'kay)\b[\s,.]*)+(?=\S)/i,
  endings:
    /(?:[\s,]+(?:okay|ok|right|alright|yeah|(?<!let )you know|please|then|too|as well|and|so|but|basically|or something|or whatever|isn't it|i think|i guess|thank you|though))+[\s.,;:?!]*$/i,
  dependent: begins(
    '(?:if|when|because|since|while|unless|although|as soon as|once)(?!.*(?:,|\\bthen\\b))',
    "(?:it|they|he|she|them|him|her|that|this|these|those)(?:'s|'re|'ll|'d|'ve)?",
    "takes|looks|translates|makes|gives|goes|has|is|are|was|were|have|had|to|cause|'cause|given|what (?:it|that|he|they)|guess|hear|wait|(?!during|regarding|concerning|according|following|meeting|nothing|something|everything|anything|bring|spring|string|king)\\p{L}{2,}ing",
    "so that's|even then|other than that|one (?:is|was)|important is|on off",
    'or|than|also|which|who|whose|especially|not (?:just|only|really|yet)|is that|that the|that we|the (?:other|first|second|third|same|one|ones)|another|both|either|such|there(?! voted)|here|like|just|if so|whereas|though|although|after a|by \\w+ing|in terms of|rather|as well|from (?:it|that|them|there)|maybe|depending|according to|one of (?:them|those|these)|neither|each of|all of (?:them|those|these)|some of (?:them|those|these)|in this case|in that|at that|(?:after|before|besides|with|without|for|by|about) (?:that|there)(?=,| (?:i|we|you|it|they|there|the|is|was)\\b)',
  ),
  pronounObject:
    /^[a-z-]+(?: (?:up|out|with|on|at|into|back to|to))? (?:it|them|him|her|that(?=,| (?:and|on|to|for|at|by|today|tomorrow)|$)|this(?=,| (?:and|on|to|for|at|by|today|tomorrow)|$)|those)(?![\p{L}])/iu,
  dangling: ends(
    "a|an|the|of|to|and|or|but|so|if|because|than|as|our|my|your|their|his|its|i|we|he|she|they|is|are|was|were|be|gonna|wanna|in|on|at|for|from|with|by|like|um|that the|which|who|it's|that's|i'm|we're|you're|very|just|really|some|any|kind of|sort of|don't|can|would|should|could|also|then|maybe|when|where|while",
  ),
  verb: /(?<![\p{L}])(?:is|are|was|were|am|be|been|has|have|had|do|does|did|can|could|will|would|should|must|may|might|want|wants|need|needs|think|thinks|know|mean|means|make|makes|get|gets|go|goes|use|uses|gonna|let's|says?|said|came|come|comes|took|take|takes|gave|give|gives|put|got|made|went|found|saw|kept|cost|costs|like|likes|work|works|look|looks|show|shows|support|allow|provide|thank|believe|understand|hope|continue|expect|remember|welcome|see|hear|feel|seems?|\p{L}{2,}ed)(?![\p{L}])|\p{L}['’](?:s|re|ve|ll|m|d)(?![\p{L}])/iu,
  firstPersonPlural: words("we|we're|we'll|we've|our|us|let's"),
  determiners: words('the|a|an|this|that|these|those|our|your|their|my|of|with|for|in|on|any|some|every|each'),
  courtesy: words(
    'thank you|thanks|good (?:morning|afternoon|evening)|welcome|please go|honou?rable|sorry|apologi\\w+|excuse me|over to you|your time|point of order|next question|my question|for the record|mute|unmute|can you hear|interpretation|questionnaire|seconds left|minutes left|move on|next slide|next (?:member|speaker|round)|let me|member for|mister chair|mr\\.? chair|madam chair|papers? to note|share my time|sharing my time|floor is yours',
  ),
  assent: begins(
    "yes|yeah|yep|yup|sure|okay|ok|of course|no problem|will do|certainly|absolutely|definitely|i will|i can|i'll|i agree|agreed|right|alright|all right|great|good|fine|cool|mm-hmm|uh-huh|why not|sounds good|very good|perfect|exactly|please do|that's fine|that would be (?:good|great)|that'd be|i'd like that|'kay|kay|very happy|happy to",
  ),
  asksAssent:
    /(?:\b(?:agreed|do we agree|do we all agree|are we (?:all )?agreed|is that (?:okay|fine|alright) (?:with|for) (?:everyone|everybody|you all)|what do you say|(?:everybody|everyone) happy(?: with that)?|any objections))\?\s*$/i,
  noPromise:
    /\b(?:(?:not|never|[A-Za-z]+n't) (?:have to|need to|going to)|that you(?:'re| are|'ll| will)|in a (?:moment|minute|second)|for a (?:moment|minute|second)|if (?:(?:I|we|the committee)(?! could (?:have|get|see))|they|he|she|it|the(?! committee)|there|someone|somebody|people|one|you (?!(?:'d|would) like|want|need))|unless|(?:would|could|should) have(?! (?:an?|some|any|the)\b)|wish|remember when|imagine|suppose|(?:said|says|say|saying|told|think|thought),? (?:oh |okay |well |that )?,?['"]?(?:I'll|I will|I'm gonna|you'll)|when I was|used to|whenever|every time|if I|where I|wouldn't|so that|such that|(?:before|by|at) the end of (?:the|this|our) meeting)\b|\bthat I(?:'ll| will| have| need)/i,
  time: words(
    'tomorrow|tonight|today|this (?:afternoon|evening|morning|week|month)|(?:by|on|until|before|after|next|this coming) (?:mon|tues|wednes|thurs|fri|satur|sun)day|next (?:time|meeting|week|month)|the next (?:meeting|week|few days|time)|(?:end of|before) the (?:day|week|month|meeting)|by the (?:end|time)|after (?:the|this|our) meeting|afterwards|as soon as|soon|in (?:a|an|one|two|three|the next|a few|a couple(?: of)?) (?:days?|weeks?|months?|hours?)|over the (?:weekend|next|summer|week)|eod|eow|by \\d|next (?:thing|step)',
  ),
  clauses: new RegExp(
    `,? and (?=(?:you|I)(?:'| (?:will|have to|need|are going))|marketing|the \\w+ designer)|, (?=(?:and )?(?:you|I)(?:'re g| are going| have to|'ll|'m g))|,? (?:and )?(?=(?:the )?(?:${role}) (?:the|will|has to|gets) )|(?<=[a-z])[;—] `,
  ),
  role: new RegExp(`(?<![\\p{L}])(?:${role})(?![\\p{L}])`, 'u'),
  debate: /\b(?:m(?:ister|r\.?|adam) (?:chair|speaker)|honou?rable|hon\. member)\b/i,
  handsOut:
    /\bnext meeting|\bindividual(?:ly)? (?:actions?|work|assignments?|tasks?)|(?:specific|individual) instructions|\buntil (?:the )?next|\bbefore we meet|\bwho does what|\beach of (?:you|us)\b/i,
  items: [
    {
      by: 'named',
      pattern:
        /\b[Aa]ction items?(?: (?:is|for (?<assignee>\S+) is))?[:,]? (?:(?<named>\p{Lu}\p{Ll}+) )?to (?<task>.{8,})/u,
    },
    { by: 'named', pattern: workAfter(`(?:[Tt]he )?(?<assignee>${role})${to}`) },
    { by: 'named', pattern: ambiguousAfter(`(?:[Tt]he )?(?<assignee>${role})${to}`) },
    { by: 'person', pattern: workAfter(`(?<assignee>${name})${to}`) },
    { by: 'person', needs: 'time', pattern: ambiguousAfter(`(?<assignee>${name})${to}`) },
    { by: 'listener', pattern: handOut },
    { by: 'named', needs: 'handout', pattern: assigned },
    { by: 'named', needs: 'handout', pattern: anyVerbAfter(`(?:[Tt]he )?(?<assignee>${role})${willBe}`) },
    { by: 'person', needs: 'handout', pattern: anyVerbAfter(`(?<assignee>${name})${willBe}`) },
    { by: 'listener', needs: 'handout', pattern: anyVerbAfter(`[Yy]ou(?: guys| two| both)?${willBe}|${asks}`) },
    {
      by: 'speaker',
      pattern: workingAfter(
        "I(?:'m| am) (?:gonna|going to) be|I(?:'ll| will) be",
        '(?:work|prepar|writ|send|putt|test|collect|meet|talk|develop|design|check|evaluat|research)',
      ),
    },
    {
      by: 'listener',
      needs: 'assent',
      pattern: workAfter("(?:[Cc]an|[Cc]ould|[Ww]ill|[Ww]ould) you|I(?:'d like| want| need) you to|[Pp]lease"),
    },
    { by: 'speaker', pattern: workAfter(speakerPromise) },
    { by: 'speaker', pattern: deliveryAfter(`${speakerPromise}|${groupPromise}|[Ww]e (?:can|could)|I expect to`) },
    { by: 'listener', needs: 'assent', pattern: note },
    { by: 'speaker', pattern: tryAfter(will('I')) },
    { by: 'speaker', pattern: documentsAfter(speakerPromise) },
    { by: 'speaker', pattern: workAfter(offer) },
    { by: 'speaker', needs: 'assent', pattern: workAfter('I (?:can|could)') },
    { by: 'speaker', needs: 'time', pattern: ambiguousAfter(speakerPromise) },
    { by: 'speaker', pattern: ambiguousAfter('I still (?:have|need) to|I should (?:probably|really)') },
    {
      by: 'listener',
      needs: 'assent',
      pattern:
        /\b[Yy]ou (?:can|could) (?<task>(?:find out|look into|check|research|send|e-?mail|provide|clarify|let (?:me|us) know) .*)/,
    },
    {
      by: 'all',
      needs: 'assent',
      pattern:
        /\b[Ww]e(?: still| also| probably)? (?:need|have) to (?<task>(?:look into|find out|investigate|check|do (?:some |more )*research|put some research) .*)/,
    },
    { by: 'all', pattern: workAfter('(?:[Ss]omeone|[Ss]omebody) (?:will|should|must|has to|needs to)') },
    { by: 'all', needs: 'talk', pattern: workAfter("[Ww]e(?:'ll| will| still (?:have|need) to)") },
    { by: 'all', needs: 'time', pattern: workAfter(groupPromise) },
    { by: 'all', needs: 'time', pattern: tryAfter(groupPromise) },
    { by: 'speaker', pattern: next },
  ],
  decided:
    /^(?:the )?(?:decision|resolution) (?:is|was)\b|^decision:|\bit(?:'s| is| was| has been) (?:decided|agreed|settled)\b|(?<!\b(?:the|an?|this|that|these|those|our) \p{L}+ )\bwe(?:'ve| have)? (?:(?:all|just|already|now|then|also|basically|finally) )?(?:decided|agreed (?:on|to|that)|settled on|resolved|chose|chosen|voted (?:to|for)|vetoed|gave up on|dropped)\b|\bthey (?:decided|settled|agreed) on\b|\b(?:amendment|motion|resolution|proposal)s?(?: \S+)? (?:(?:is|are|was) )?(?:therefore |hereby |thereby )*(?:agreed|carried|adopted|passed)\b/iu,
  recap: {
    opens:
      /\b(?:(?:the|our) (?:previous|last) (?:meeting|minutes)|the minutes (?:of|from)|last time|sum(?:ming)? (?:up|it up)|recap|summari[sz]e|what we(?:'ve| have) (?:got|decided|agreed|said)|(?:following|these) decisions|we(?:'ve| have) (?:just )?(?:talked about|decided|agreed|written down))\b/i,
    states:
      /^(?!.*\b(?:lunch|presentations?|meeting|agenda|today)\b)(?:that )?(?:we (?:also |basically |then )?(?:took|chose|chosen|opted|would use|would have|are going|'re going|want(?:ed)? (?:a|an|the|no)|will have|use|said|won't|will not|don't|decided|agreed|went (?:for|with|through)))\b/i,
  },
  proposed:
    /^(?!today|.*\b(?:lunch|presentations?|whiteboard|problems?|skip to|get used to|call (?:this|it) to an end)\b).*(?:\b(?:so|then|okay|alright)?,? ?(?:let's|let us) (?:just )?(?:not (?:bother|go|use|do|have)|go (?:with|for)|stick (?:with|to)|settle (?:on|for)|use|keep|drop|skip|leave out|postpone|adopt|agree|remove|have)\b|\bwe(?:'re| are)(?: not)?(?: just)? (?:going (?:with|for)|(?:going to|gonna)(?: just)? (?:go (?:with|for)|use|keep|drop|skip|adopt|stick|have (?:a|an|no|the|only|just|any)))\b|\bwe(?:'ll| will)(?: not)?(?: just)? (?:go (?:with|for)|stick (?:with|to)|use|keep|drop|skip|adopt|leave out|postpone)\b|\bwe(?:'re| are) not (?:doing|having)\b|\bwe only do\b|\blet's (?:call|make it|leave|meet|put off|forget)\b|\bwe(?:'ll| will| won't|'re going to|'re gonna) (?:all )?(?:not )?(?:meet|discuss|come back)\b.*\b(?:next|again|on (?:mon|tues|wednes|thurs|fri)day|tomorrow|later)\b)/i,
  undecided:
    /\bif\b|\b(?:maybe|perhaps|might|should we|shall we|can we|do we|have to decide|need to decide|not yet|have you|did you|trouble|unless|i don't know|what if)\b|\b(?<!decided .*)would be\b|\b(?:haven't|have not|didn't|did not|don't|no) (?:decided?|decision|agreed?|think)\b|\blet's (?:see|say|look|start|call (?:this|it)|go ahead|move|take a|have a|make sure|do (?:the|this|that)$)|\b(?:next slide|next item|move on)\b/i,
  purpose:
    /\b(?:welcome to|item \d+\b.{0,40}? is|(?:this|today's|the|our) (?:meeting|agenda|session|project) (?:is|will|has|was)|purpose|the aim|today we|we're here|we are here|kick-?off|agenda|we(?:'re| are| will|'ll) (?:going to )?(?:discuss|talk about|designing|making|hear(?:ing)?)|pursuant to)\b/i,
}
