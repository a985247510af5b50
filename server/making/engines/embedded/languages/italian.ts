/** Spoken Italian. *Pure.* */
import type { Table } from './cues.ts'

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
  purpose:
    "oggi (?:parliamo|dobbiamo|vediamo|discutiamo)|ordine del giorno|l'obiettivo|lo scopo|siamo qui per|la riunione (?:di oggi|è)",
}
