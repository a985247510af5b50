/** Spoken German. *Pure.* */
import type { Table } from './cues.ts'

const doing =
  '(?:aktualisier|beantrag|besorg|bestell|bring|buch|erledig|erstell|formulier|frag|hol|informier|klär|kontrollier|kontaktier|kopier|korrigier|kümmer|meld|organisier|prüf|recherchier|reservier|ruf|schick|schreib|stornier|telefonier|überarbeit|überprüf|überweis|verschick|verschieb|vereinbar)'

export const german: Table = {
  code: 'deu',
  openings:
    'also|und|aber|ja|nein(?=,)|gut|genau|okay|ok|so(?=,)|na ja|naja|na|nun|ach so|ach|ah|oh|stimmt|jedenfalls|ich meine?|sozusagen|übrigens|super|prima|klar|ä+h+m*|ä+m+|ö+h+m*|h+m+|tja',
  slips: 'ä+h+m*|ä+m+|ö+h+m*|h+m+|m+h+m*|ehm?|ähem|tja',
  dependentStarts:
    '(?:wenn|weil|obwohl|falls|als|nachdem)(?!.*,)|(?:das|die|den) \\p{L}+ (?:ich|wir)|das (?:ist|war|wird|hat|kann|muss|soll|wäre)|dies(?:er|es|em|en)?|den|dem|dort|da|dafür|damit|davon|daran|dabei|der (?:hat|ist|wird|will|kommt)|die (?:haben|sind|hat|ist|kommen)|oder|denn|dass|außerdem|deshalb|sonst|nur|sondern',
  pronouns: 'er|ihn|ihm',
  openEnds:
    'und|oder|aber|der|die|das|den|dem|ein|eine|einen|zu|von|mit|für|auf|im|in|ich|wir|dass|weil|wenn|ist|sind|haben',
  group: 'wir|unser\\p{L}*|uns',
  determiners: 'der|die|das|den|dem|des|ein|eine|einen|einem|einer|unsere?n?|für|mit|zum|zur|vom|im|am|beim',
  courtesies:
    'guten (?:morgen|tag|abend)|willkommen|danke|vielen dank|entschuldigung|herzlich|schönen (?:tag|abend|feierabend)|bis (?:dann|bald|morgen)|tschüss|sind alle da|können sie mich hören',
  yes: 'ja|jo|jawohl|genau|klar|gerne?|okay|ok|gut|sicher|stimmt|einverstanden|von mir aus|mache? ich|kann ich|alles klar|in ordnung|natürlich|passt|super|abgemacht|finde ich',
  no: 'nein|aber|nicht|nee|das geht nicht',
  doubts:
    'wenn|falls|ob|nicht|kein\\p{L}*|nie|vielleicht|wahrscheinlich|würden?|würdest|hätten?|wären?|könnten?|sollten?|müssten?|möchten?|wollen wir|müssen wir|hat(?:te)? gesagt|haben? gesagt|stell dir vor|früher|gestern|damals',
  purpose:
    "heute geht(?: e|')s um|heute geht es um|es geht heute um|tagesordnung|thema (?:heute|ist)|heute (?:wollen|müssen|sprechen|reden) wir|ziel (?:des|der|ist)",
  work: `\\p{L}*${doing}(?:e?n|ieren)|abklären|anrufen|ansprechen|bescheid (?:sagen|geben)|weiterleiten|zusenden|vorbereiten|mitbringen`,
  wordsBetween: 12,
  promises: `ich (?:werde|muss|soll) {work}|(?:werde|muss) ich {work}|ich ${doing}e?|${doing}e? ich|ich sage? (?:\\p{L}+ ){1,3}bescheid|(?:ich mache?|mache? ich) (?:\\p{L}+ ){1,8}(?:protokoll|liste|entwurf|vorschlag|übersicht|bericht)`,
  requests: `(?:kannst du|könntest du|können sie|könnten sie|würden sie|würdest du) {work}|${doing}(?:e?st) du|${doing}(?:e?n) sie|${doing}e? bitte`,
  assigns: `(?:wird|muss|soll) {work}|${doing}e?t`,
  decided:
    'wir haben (?:uns )?(?:\\p{L}+ ){0,8}(?:beschlossen|entschieden|geeinigt|abgestimmt)|(?:ist|wurde) (?:\\p{L}+ ){0,6}(?:beschlossen|entschieden)|es bleibt (?:dabei|bei)',
  proposed:
    'wir (?:nehmen|lassen|bleiben|verschieben|streichen|starten|behalten|verzichten|wählen|drucken|verwenden)|(?:nehmen|lassen|bleiben|verschieben|streichen|starten|behalten|verzichten|wählen|drucken|verwenden) wir',
}
