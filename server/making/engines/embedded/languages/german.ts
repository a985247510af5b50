/** Spoken German. *Pure.* */
import type { Table } from './cues.ts'

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
  purpose:
    "heute geht(?: e|')s um|heute geht es um|es geht heute um|tagesordnung|thema (?:heute|ist)|heute (?:wollen|müssen|sprechen|reden) wir|ziel (?:des|der|ist)",
}
