/** Finds signs that an English sentence was restarted, or contains a piece of a word. *Pure.* */

const subject = '(?:i|we|you|they|he|she|it)'
const auxiliary = '(?:am|is|are|was|were|have|had|do|did|can|could|will|would|should|might|must)'
/** Words that have a capital only at the start of a sentence. `Will` and `May` are missing because they are also names. */
const small =
  "And|But|Or|It|Its|It's|That's|There's|There|What|Which|Where|When|Why|How|Who|Even|Oh|Okay|OK|Yeah|Yes|Well|So|They|We|You|He|She|If|No|Not|Because|Then|Than|As|At|By|For|From|In|Of|On|To|With|About|After|Before|The|An|This|That|These|Those|My|Our|Your|Their|His|Her|Some|Any|Just|Maybe|Perhaps|Actually|Also|Basically|Is|Are|Was|Were|Do|Does|Did|Has|Have|Had|Can|Could|Should|Would|Must|Need|Needs|Like|Let's"

const signs = [
  // `Is, yeah`, `the and`, `it's it`, `we've we`, `a to`, `we shou we could`.
  /^(?:I|O|E|We|You|The) (?:yeah|in|if|it|it's|you|the|both|for|on|he|she|that's)\b|\b(?:the|a|an) (?:and|or|is|are|at|with|the|a|an|it|i|we|to|of|in|on|for|you|they|that|this|um)\b|\b(?:of|to) (?:and|or|is|are|of|to)\b|\b(?:i|we|you|it|they)'(?:ve|re|ll|m|s) (?:i|we|you|it|they)\b|\bis,? (?:yeah|is|it's|we|i)\b|\b(?:i|we|you|they|he|she) (?:i|we|they|he|she)(?:'|\b)|\b(i|we|you|they) (?!(?:think|thought|know|said|say|guess|feel|felt|hope|wish|mean|see|find|want|do|did|if) )\p{L}{1,6} \1 (?:can|could|should|will|would|have|need|are|were|had)\b|\b(?:was|were|is|are) (?:a )?(?:was|were|are|would|should|could)\b|\bjust it\b|\band (?:and|or|but)\b/iu,
  // `We can For September`, `we meeting is Needs to be`.
  new RegExp(`\\p{Ll} (?:${small})(?=[ ,'])`, 'u'),
  // `I was I got an email`, `we could also we might try`.
  new RegExp(
    `\\b${subject} ${auxiliary}(?: (?:also|just|still|really|then|always|maybe))? (?:i|we|they|he|she)\\b`,
    'i',
  ),
  // `I was thi I was thinking`, `that we rel that we have`.
  /(?<![\p{L}'])((?:that|if|when|because|as|which) (?:i|we|you|they|he|she|it)|(?:i|we|you|they|he|she|it)(?:'\p{L}+)? [\p{L}']+),? (?!(?:and|or|but) )(?:[\p{L}']+ ){1,2}\1(?![\p{L}'])/iu,
  // `This is these are the prices`.
  /\b(?:this|that|these|those|it|there)(?:'s| is| are| was| were) (?:this|that|these|those|it|there|we|they|he|she|i)(?:'s|'re|'m| is| are| was| were)\b/i,
  // `We can try I mean the more data we have`: the second part replaces the first.
  /\bi mean\b/i,
  // `O a thousand`, `primar y a major interest`.
  /(?<![\p{L}\p{N}.'’&/-])[eiouy](?![\p{L}\p{N}.'’&/-])/u,
  // `The-their`, `hand-c coding`; not `re-read`.
  /(?<!\p{L})(?!re-)(\p{L}{1,5})-\1\p{L}|-(\p{L}{1,4}) \2\p{L}/iu,
  // `Heavil heavy`, `train training`.
  /(?<![\p{L}'-])(\p{L}{4,})\p{L}{0,3},? \1/iu,
]

export const isRestarted = (text: string) => signs.some((sign) => sign.test(text))
