/** Spoken German. *Pure.* */
import { begins, ends, never, type Speech, words } from './speech.ts'

const doing =
  'aktualisier|beantrag|bereit|besorg|bestell|bring|buch|check|erledig|erstell|formulier|frag|hol|informier|klär|kontrollier|kontaktier|kopier|korrigier|kümmer|lad|leit|lös|meld|nehm|organisier|plan|prüf|recherchier|red|reich|reservier|ruf|schick|schreib|stell|stornier|such|telefonier|test|trag|überarbeit|überprüf|überweis|verschick|verschieb|vereinbar|versuch|vorbereit'
const infinitive = `(?:[\\p{L}]*(?:${doing})(?:e?n|ieren)|abklären|anrufen|ansprechen|besprechen|Bescheid (?:sagen|geben)|weiterleiten|zusenden)`

export const german: Speech = {
  code: 'deu',
  fillers: /(?<![\p{L}'-])(?:ä+h+m*|ä+m+|ö+h+m*|h+m+|m+h+m*|ehm?|ähem|tja)(?![\p{L}'-])/iu,
  openings:
    /^(?:(?:also|und|aber|ja|nein(?=,)|gut|genau|okay|ok|so(?=,)|na ja|naja|na|nun|ach so|ach|ah ja|ah|oh|stimmt|jedenfalls|ich mein(?:e)?|ich glaube?(?=,)|weißt du|sozusagen|übrigens|super|prima|klar|dann(?=,))(?![\p{L}])[\s,.]*)+(?=\S)/iu,
  endings: /(?:[\s,]+(?:okay|ok|ja|oder|nicht|ne|gell|bitte|genau|glaub(?:e)? ich))+[\s.,;:?!]*$/i,
  dependent: begins(
    '(?:wenn|weil|obwohl|falls|als)(?!.*,)',
    'er|sie(?! (?:haben|können|müssen))|es(?! (?:geht|gibt|ist wichtig))|das|dies(?:e[rsnm]?)?|den|dem|dort|da|dafür|damit|davon|daran|dabei|der(?= (?:hat|ist|wird|will|kommt|hängt|zieht))|die(?= (?:haben|sind|kriegst|kommen|hat|ist))|oder|weil|denn|dass|außerdem|deshalb|sonst|nur|sondern|obwohl',
  ),
  pronounObject:
    /(?<!\p{L})(?:ich|du) (?:das|ihn|sie|es|ihm|ihr)(?!\p{L})|(?<!\p{L})ich \p{L}+ (?:das|ihn|es)(?! \p{Lu})(?!\p{L})/u,
  dangling: ends(
    'und|oder|aber|der|die|das|den|dem|ein|eine|einen|zu|von|mit|für|auf|im|in|ich|wir|dass|weil|wenn|ist|sind|haben',
  ),
  verb: /./,
  firstPersonPlural: words('wir|unser\\p{L}*|uns'),
  determiners: words(
    'der|die|das|den|dem|des|ein|eine|einen|einem|einer|unser|unsere|unseren|für|mit|zum|zur|vom|im|am|beim',
  ),
  courtesy: words(
    'guten (?:morgen|tag|abend)|willkommen|danke|vielen dank|entschuldigung|herzlich|schönen (?:tag|abend|feierabend)|bis (?:dann|bald|morgen)|tschüss|sind alle da|können sie mich hören',
  ),
  assent: begins(
    'ja|jo|jawohl|genau|klar|gern|gerne|okay|ok|gut|sicher|stimmt|einverstanden|von mir aus|mach(?:e)? ich|kann ich|alles klar|in ordnung|natürlich|passt|super|abgemacht|finde ich',
  ),
  asksAssent: /(?:einverstanden|okay|in ordnung|passt das|alle dafür|ja|oder|sind wir uns einig)\?\s*$/i,
  noPromise:
    /(?<!\p{L})(?:hätten?|hättest|wären?|würden?|könnten? wir|hat(?:te)? gesagt|haben? gesagt|sollten? man|müsste man|stell dir vor|früher|gestern|damals)(?!\p{L})/iu,
  time: words(
    'heute|morgen|übermorgen|(?:bis|am|nächsten|kommenden) \\p{L}*tag|mittwoch|nächste[rn]? (?:woche|mal|sitzung|besprechung)|bis (?:ende|zum|zur|dahin)|ende der woche|später|bald|nachher|danach',
  ),
  clauses: never,
  role: never,
  items: [
    { by: 'speaker', pattern: new RegExp(`(?<!\\p{L})(?:ich (?:${doing})e?|(?:${doing})e? ich)(?!\\p{L})`, 'iu') },
    { by: 'speaker', pattern: /(?<!\p{L})(?:ich sage?|sage? ich)(?!\p{L}).* Bescheid/iu },
    {
      by: 'speaker',
      pattern:
        /(?<!\p{L})(?:ich mache?|mache? ich)(?!\p{L}).*(?:protokoll|liste|entwurf|termin|vorschlag|übersicht|bericht)/iu,
    },
    {
      by: 'speaker',
      pattern: new RegExp(
        `(?<!\\p{L})(?:ich (?:werde|muss|will|soll)|(?:werde|muss|will) ich)(?!\\p{L}).* ${infinitive}(?!\\p{L})`,
        'iu',
      ),
    },
    {
      by: 'speaker',
      needs: 'assent',
      pattern: new RegExp(`(?<!\\p{L})(?:ich kann|kann ich)(?!\\p{L}).* ${infinitive}(?!\\p{L})`, 'iu'),
    },
    {
      by: 'listener',
      needs: 'assent',
      pattern: new RegExp(
        `(?<!\\p{L})(?:kannst du|könntest du|können sie|könnten sie|würden sie|würdest du)(?!\\p{L}).* ${infinitive}(?!\\p{L})`,
        'iu',
      ),
    },
    {
      by: 'listener',
      needs: 'assent',
      pattern: new RegExp(`(?<!\\p{L})(?:(?:${doing})(?:e?st) du|(?:${doing})(?:e?n) sie)(?!\\p{L})`, 'iu'),
    },
    { by: 'listener', needs: 'assent', pattern: new RegExp(`(?<!\\p{L})(?:${doing})e? bitte(?!\\p{L})`, 'iu') },
  ],
  decided: words(
    'wir (?:haben|hatten) (?:uns )?.{0,60}(?:beschlossen|entschieden|geeinigt|abgestimmt)',
    '(?:ist|wurde|wird) .{0,40}(?:beschlossen|entschieden)',
    'entscheiden wir .{0,20}nicht',
    'es bleibt (?:dabei|bei)',
    'beschluss',
  ),
  proposed: words(
    'wir (?:nehmen|lassen|bleiben|gehen|verschieben|streichen|starten|warten|behalten|verzichten|wählen|setzen|drucken|machen|stellen|verwenden)',
    '(?:nehmen|lassen|bleiben|gehen|verschieben|streichen|starten|warten|behalten|verzichten|wählen|setzen|drucken|machen|verwenden) wir',
  ),
  undecided: words(
    'vielleicht|könnten|sollten wir|müssen wir|wollen wir|ob wir|was machen wir|noch nicht entschieden|müssten',
  ),
  purpose: words(
    "heute geht(?: e|'|’)s um|heute geht es um|es geht heute um|tagesordnung|thema (?:heute|ist)|heute (?:wollen|müssen|sprechen|reden) wir|ziel (?:des|der|ist)",
  ),
}
