/** Spoken Dutch. *Pure.* */
import { begins, ends, never, type Speech, words } from './speech.ts'

const present =
  'bel|bestel|boek|breng|check|contacteer|controleer|dien|haal|informeer|koop|mail|meld|nodig|overleg|pas|plan|regel|reserveer|schrijf|spreek|stel|stuur|test|verstuur|verzamel|vraag|werk|zoek|zorg'
const infinitives =
  'aanpassen|aanvragen|afspreken|bellen|bestellen|boeken|controleren|contacteren|indienen|informeren|kopen|maken|mailen|navragen|nakijken|opstellen|plannen|regelen|reserveren|rondsturen|schrijven|sturen|testen|uitnodigen|uitzoeken|versturen|verzamelen|vragen|zoeken|zorgen'

export const dutch: Speech = {
  code: 'nld',
  fillers: /(?<![\p{L}'-])(?:e+h+m*|u+h+m*|h+m+|ehm)(?![\p{L}'-])/iu,
  openings:
    /^(?:(?:nou|ja|nee(?=,)|dus|en|maar|oké|ok|goed|eh|kijk|ach|o|oh|zeg maar|eigenlijk|weet je|prima|mooi|fijn|nou ja|ik bedoel|sorry)(?![\p{L}])[\s,.]*)+(?=\S)/iu,
  endings: /(?:[\s,]+(?:toch|hè|oké|ja|goed|graag|alsjeblieft|hoor|of zo|denk ik|akkoord))+[\s.,;:?!]*$/i,
  dependent: begins(
    '(?:als|wanneer|omdat|hoewel)(?!.*,)',
    'hij|zij|ze|het(?! (?:gaat|is (?:belangrijk|duidelijk)))|dat|dit|die|deze|daar|er|of|want|omdat|ook|toen|de andere',
  ),
  pronounObject: /(?<!\p{L})(?:ik|je) (?:\p{L}+ )?(?:het|hem|haar|ze)(?= (?:je|jullie|u|morgen|vanavond|wel|nog)|$)/iu,
  dangling: ends('en|of|maar|de|het|een|van|te|met|voor|op|in|ik|we|dat|die|als|is|zijn'),
  verb: /./,
  firstPersonPlural: words('we|wij|ons|onze'),
  determiners: words('de|het|een|van|voor|met|onze|ons|jullie|deze|dit|elke'),
  courtesy: words(
    'goede(?:morgen|middag|navond)|welkom|bedankt|dank (?:je|u)|dankjewel|excuses|tot (?:volgende|ziens|straks|morgen)',
  ),
  assent: begins(
    'ja|jawel|akkoord|goed|prima|oké|ok|doe ik|is goed|natuurlijk|graag|zeker|klopt|eens|mooi|dat lijkt me|komt goed|tuurlijk|fijn',
  ),
  asksAssent: /(?:akkoord|goed|oké|eens|vindt iedereen dat goed|toch)\?\s*$/i,
  noPromise: /(?<!\p{L})(?:zouden?|zou ik|had|hadden|zei|zeiden|gisteren|vorig jaar|stel je voor|vroeger)(?!\p{L})/iu,
  time: words(
    'vandaag|morgen|vanavond|vanmiddag|maandag|dinsdag|woensdag|donderdag|vrijdag|zaterdag|zondag|volgende (?:week|keer|vergadering)|deze week|voor het|eind|straks|later|daarna',
  ),
  clauses: never,
  role: never,
  items: [
    { by: 'speaker', pattern: new RegExp(`(?<!\\p{L})(?:ik (?:${present})|(?:${present}) ik)(?!\\p{L})`, 'iu') },
    {
      by: 'speaker',
      pattern: /(?<!\p{L})(?:ik maak|maak ik)(?!\p{L}).*(?:verslag|lijst|afspraak|voorstel|planning|overzicht|opzet)/iu,
    },
    {
      by: 'speaker',
      pattern: new RegExp(
        `(?<!\\p{L})(?:ik (?:ga|zal|moet)|(?:ga|zal|moet) ik)(?!\\p{L}).* (?:${infinitives})(?!\\p{L})`,
        'iu',
      ),
    },
    {
      by: 'speaker',
      needs: 'assent',
      pattern: new RegExp(
        `(?<!\\p{L})(?:ik (?:kan|wil)|(?:kan|wil) ik)(?!\\p{L}).* (?:${infinitives})(?!\\p{L})`,
        'iu',
      ),
    },
    {
      by: 'listener',
      needs: 'assent',
      pattern: new RegExp(
        `(?<!\\p{L})(?:kun je|kan je|kunt u|kunnen jullie|wil je|wilt u|zou je)(?!\\p{L}).* (?:${infinitives})(?!\\p{L})`,
        'iu',
      ),
    },
    { by: 'listener', needs: 'assent', pattern: new RegExp(`(?<!\\p{L})(?:${present}) (?:je|jij|u)(?!\\p{L})`, 'iu') },
  ],
  decided: words(
    'we hebben .{0,40}(?:besloten|afgesproken|gekozen|gestemd)',
    '(?:is|wordt) .{0,30}(?:besloten|afgesproken)',
    'afgesproken is',
    'het blijft bij',
  ),
  proposed: words(
    'we (?:zetten|nemen|kiezen|houden|laten|vervangen|gaan voor|blijven bij|gebruiken|doen|stellen .{1,30} uit|schrappen)',
    '(?:zetten|nemen|kiezen|houden|vervangen|gebruiken|doen|schrappen) we',
  ),
  undecided: words('misschien|zouden|kunnen we|zullen we|moeten we|weet niet|kan (?:de|het)'),
  purpose: words('het gaat vandaag over|vandaag (?:gaat|willen|hebben|bespreken) |agenda|doel van|we zijn hier om'),
}
