/** Spoken Italian. *Pure.* */
import type { Table } from './cues.ts'

const present =
  '(?:(?:mi|ti|vi|gli|ci) )*(?:aggiorno|aggiungo|chiamo|chiedo|compro|compilo|confermo|contatto|controllo|correggo|faccio sapere|informo|invio|invito|mando|occupo|organizzo|parlo con|preparo|prenoto|raccolgo|scrivo|spedisco|stampo|telefono|traduco|verifico)'

export const italian: Table = {
  code: 'ita',
  openings:
    'allora|dunque|e|ma|quindi|sì|no(?=,)|beh|ecco|cioè|insomma|va bene|bene|ok|okay|ah|eh|senti|guarda|diciamo|niente|poi|però|perfetto|certo|e+h+m+|h+m+',
  slips: 'e+h+m+|e+m+|m+h+m*|h+m+|boh|mah',
  dependentStarts:
    "(?:se|quando|anche se)(?!.*,)|lui|loro|esso|essa|quest[oa] (?:è|era|ha)|quell[oaie]|ciò|l'altr[oa]|gli altri|o|perché|che(?! cosa)|anche|lì|là|è|era|può darsi",
  pronouns: 'lui|loro|ess[oaie]',
  openEnds: 'e|o|ma|il|lo|la|i|gli|le|un|una|di|del|della|a|al|che|in|con|per|è|sono|io',
  group: 'noi|nostr\\p{L}|ci|\\p{L}+iamo',
  determiners: 'il|lo|la|i|gli|le|un|uno|una|del|della|dei|delle|al|alla|dal|nel|nella|nostr[oa]|per|con',
  courtesies: 'grazie|buongiorno|buonasera|ciao|benvenut[oiea]|scus[aoi]\\p{L}*|arrivederci|buona serata|prego',
  yes: "sì|certo|d'accordo|va bene|bene|ok|okay|perfetto|volentieri|senz'altro|esatto|giusto|per me va bene|benissimo|ottimo|certamente|naturalmente|grazie",
  no: 'no|non|pero|però|ma',
  doubts:
    "se|quando|non|mai|forse|magari|avrei|avrebbe|sarebbe|potremmo|dovremmo|bisognerebbe|ha detto|ho detto|diceva|ieri|l'anno scorso|immagina|vorrei|credo che",
  purpose:
    "oggi (?:parliamo|dobbiamo|vediamo|discutiamo)|ordine del giorno|l'obiettivo|lo scopo|siamo qui per|la riunione (?:di oggi|è)",
  work: '(?:aggiornar|aggiunger|chiamar|chieder|comprar|compilar|confermar|contattar|controllar|corregger|crear|finir|informar|inviar|invitar|mandar|organizzar|parlar(?=e con)|portar|preparar|prenotar|raccoglier|scriver|spedir|stampar|telefonar|tradur|verificar)(?:e|gli|mi|ti|ci|vi)',
  wordsBetween: 2,
  promises: `(?:devo|dovrò) {work}|(?:io|domani|oggi|stasera|poi|allora) ${present}|^${present}`,
  requests: '(?:puoi|può|potresti|potrebbe|potete) {work}',
  assigns: '(?:deve|dovrà) {work}',
  decided:
    'abbiamo (?:deciso|concordato|scelto|stabilito|votato)|si è deciso|è (?:deciso|approvato|stabilito)|(?:l[aoie] )?rimandiamo',
  proposed:
    'andiamo (?:a|con|in|al)|facciamo così|scegliamo|teniamo|prendiamo|lasciamo|annulliamo|spostiamo|usiamo|restiamo',
}
