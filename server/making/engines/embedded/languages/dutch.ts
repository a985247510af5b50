/** Spoken Dutch. *Pure.* */
import type { Table } from './cues.ts'

const doing =
  '(?:bel|bestel|boek|breng|check|contacteer|controleer|dien|haal|informeer|koop|mail|meld|overleg|plan|regel|reserveer|schrijf|stuur|test|verstuur|verzamel|vraag|zoek)'

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
  yes: 'ja|jawel|akkoord|goed|prima|oké|ok|doe ik|is goed|natuurlijk|graag|zeker|klopt|eens|mooi|dat lijkt me|komt goed|tuurlijk|fijn',
  no: 'nee|maar|niet',
  doubts:
    'als|of|niet|geen|nooit|misschien|waarschijnlijk|zouden?|kunnen we|zullen we|moeten we|had|hadden|zei|zeiden|gisteren|vorig jaar|stel je voor|vroeger',
  purpose: 'het gaat vandaag over|vandaag (?:gaat|willen|hebben|bespreken)|agenda|doel van|we zijn hier om',
  work: 'aanpassen|aanvragen|afspreken|bellen|bestellen|boeken|controleren|contacteren|indienen|informeren|kopen|maken|mailen|navragen|nakijken|opstellen|plannen|regelen|reserveren|rondsturen|schrijven|sturen|testen|uitnodigen|uitzoeken|versturen|verzamelen|vragen|zoeken',
  wordsBetween: 12,
  promises: `(?:ik (?:ga|zal|moet)|(?:ga|zal|moet) ik) {work}|ik ${doing}|${doing} ik|(?:ik maak|maak ik) (?:\\p{L}+ ){1,8}(?:verslag|lijst|afspraak|voorstel|planning|overzicht|opzet)`,
  requests: `(?:kun je|kan je|kunt u|kunnen jullie|wil je|wilt u|zou je) {work}|${doing} (?:je|jij|u)`,
  assigns: `(?:gaat|zal|moet) {work}|${doing}t`,
  decided:
    'we hebben (?:\\p{L}+ ){0,6}(?:besloten|afgesproken|gekozen|gestemd)|(?:is|wordt) (?:\\p{L}+ ){0,5}(?:besloten|afgesproken)|afgesproken is|het blijft bij',
  proposed:
    'we (?:zetten|nemen|kiezen|houden|laten|vervangen|gaan voor|blijven bij|gebruiken|schrappen)|(?:zetten|nemen|kiezen|houden|vervangen|gebruiken|schrappen) we',
}
