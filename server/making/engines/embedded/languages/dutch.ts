/** Spoken Dutch. *Pure.* */
import type { Table } from './cues.ts'

export const dutch: Table = {
  code: 'nld',
  openings:
    'nou|ja|nee(?=,)|dus|en|maar|oké|ok|goed|kijk|ach|o|oh|zeg maar|eigenlijk|weet je|prima|mooi|fijn|nou ja|ik bedoel|sorry|e+h+m*|u+h+m*|h+m+',
  slips: 'e+h+m*|u+h+m*|h+m+|ehm',
  dependentStarts:
    '(?:als|wanneer|omdat|hoewel|toen)(?!.*,)|hij|zij|ze|het (?!gaat|is belangrijk|is duidelijk)(?:is|was|wordt|moet|kan)|(?:dat|dit|die|deze|daar) (?:is|was|zijn|moet|kan|wordt|heeft|\\p{L}+ (?:ik|we))|er|of|want|ook|de andere',
  pronouns: 'hij|ze|hem',
  openEnds: 'en|of|maar|de|het|een|van|te|met|voor|op|in|ik|we|dat|die|als|is|zijn',
  group: 'we|wij|ons|onze',
  determiners: 'de|het|een|van|voor|met|onze|ons|jullie|deze|dit|elke',
  courtesies:
    'goede(?:morgen|middag|navond)|welkom|bedankt|dank (?:je|u)|dankjewel|excuses|tot (?:volgende|ziens|straks|morgen)',
  purpose: 'het gaat vandaag over|vandaag (?:gaat|willen|hebben|bespreken)|agenda|doel van|we zijn hier om',
}
