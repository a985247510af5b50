/** Spoken Italian. *Pure.* */
import { begins, ends, never, type Speech, words } from './speech.ts'

const infinitives =
  'aggiornare|aggiungere|aiutare|cambiare|cercare|chiamare|chiedere|comprare|compilare|completare|confermare|contattare|controllare|correggere|creare|fare|finire|informare|inviare|invitare|mandare|organizzare|parlare con|passare|portare|preparare|prenotare|provare|raccogliere|scrivere|sentire|spedire|stampare|telefonare|tradurre|verificare'
const present =
  'aggiorno|aggiungo|cerco|chiamo|chiedo|compro|compilo|completo|confermo|contatto|controllo|correggo|faccio sapere|finisco|informo|invio|invito|mando|occupo|organizzo|parlo(?: io)? con|passo|penso io|porto|preparo|prenoto|raccolgo|scrivo|sento|spedisco|stampo|telefono|traduco|verifico'
const objects = "(?:(?:mi|ti|vi|gli|le|lo|la|li|ne|ci|te lo|ve lo|glielo) |l['’])*"

export const italian: Speech = {
  code: 'ita',
  fillers: /(?<![\p{L}'-])(?:e+h+m+|e+m+|m+h+m*|h+m+|boh|mah)(?![\p{L}'-])/iu,
  openings:
    /^(?:(?:allora|dunque|e|ma|quindi|sì|no(?=,)|beh|ecco|cioè|insomma|va bene|bene|ok|okay|ah|eh|senti|guarda|diciamo|niente|poi|però|perfetto|certo)(?![\p{L}])[\s,.]*)+(?=\S)/iu,
  endings: /(?:[\s,]+(?:no|giusto|vero|ok|va bene|d['’]accordo|per favore|grazie|eh|insomma))+[\s.,;:?!]*$/i,
  dependent: begins(
    '(?:se|quando|anche se)(?!.*,)',
    "lui|loro|esso|essa|questo|questa|quello|quella|quelli|quelle|ciò|l['’]altro|l['’]altra|gli altri|o|perché|che(?! cosa)|anche|lì|là|è|era|doveva|può darsi",
  ),
  pronounObject: /(?<!\p{L})(?:lo|la|li|le|glielo) (?:\p{L}+o)(?!\p{L})|^\p{L}+r(?:lo|la|li|le|gli)(?!\p{L})/iu,
  dangling: ends('e|o|ma|il|lo|la|i|gli|le|un|una|di|del|della|a|al|che|in|con|per|è|sono|io'),
  verb: /./,
  firstPersonPlural: words('noi|nostr\\p{L}|ci|\\p{L}+iamo'),
  determiners: words('il|lo|la|i|gli|le|un|uno|una|del|della|dei|delle|al|alla|dal|nel|nella|nostro|nostra|per|con'),
  courtesy: words('grazie|buongiorno|buonasera|ciao|benvenut[oiea]|scus[aoi]\\p{L}*|arrivederci|buona serata|prego'),
  assent: begins(
    "sì|certo|d['’]accordo|va bene|bene|ok|okay|perfetto|volentieri|senz['’]altro|esatto|giusto|per me va bene|benissimo|ottimo|certamente|naturalmente|grazie",
  ),
  asksAssent: /(?:d['’]accordo|siete d['’]accordo|va bene(?: (?:a tutti|così))?|ok|tutti d['’]accordo|giusto)\?\s*$/i,
  noPromise:
    /(?<!\p{L})(?:avrei|avrebbe|sarebbe|ha detto|ho detto|diceva|ieri|l['’]anno scorso|potremmo|dovremmo|immagina|vorrei|non posso)(?!\p{L})/iu,
  time: words(
    'domani|oggi|stasera|stamattina|lunedì|martedì|mercoledì|giovedì|venerdì|sabato|domenica|(?:la )?settimana prossima|prossima (?:volta|riunione|settimana)|entro|fine (?:settimana|mese)|dopo|più tardi',
  ),
  clauses: never,
  role: never,
  items: [
    {
      by: 'listener',
      needs: 'assent',
      pattern: new RegExp(
        `(?<!\\p{L})(?:puoi|può|potresti|potrebbe|potete) ${objects}(?<task>(?:${infinitives})(?!\\p{L}).*)`,
        'iu',
      ),
    },
    {
      by: 'speaker',
      pattern: new RegExp(`(?<!\\p{L})(?:vado a|devo|dovrò) ${objects}(?<task>(?:${infinitives})(?!\\p{L}).*)`, 'iu'),
    },
    {
      by: 'speaker',
      needs: 'assent',
      pattern: new RegExp(`(?<!\\p{L})posso ${objects}(?<task>(?:${infinitives})(?!\\p{L}).*)`, 'iu'),
    },
    {
      by: 'speaker',
      pattern: new RegExp(
        `(?:^|[,;:] |(?<!\\p{L})(?:io|e|domani|oggi|stasera|poi|allora)(?: \\p{L}+sera| domani| oggi| stasera)? )${objects}(?:${present})(?!\\p{L})`,
        'iu',
      ),
    },
  ],
  decided: words(
    'abbiamo (?:deciso|concordato|scelto|stabilito|votato)',
    'si è deciso',
    'è (?:deciso|approvato|stabilito)',
    '(?:la|lo|li|le) rimandiamo',
    'rimandiamo',
  ),
  proposed: words(
    '(?:andiamo (?:a|con|in|al)|facciamo così|scegliamo|teniamo|prendiamo|lasciamo|annulliamo|spostiamo|usiamo|restiamo)',
  ),
  undecided: words('forse|magari|potremmo|dovremmo|bisognerebbe|non so|e se'),
  purpose: words(
    "oggi (?:parliamo|dobbiamo|vediamo|discutiamo)|ordine del giorno|l['’]obiettivo|lo scopo|siamo qui per|la riunione (?:di oggi|è)",
  ),
}
