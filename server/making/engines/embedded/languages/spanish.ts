/** Spoken Spanish. *Pure.* */
import type { Table } from './cues.ts'

export const spanish: Table = {
  code: 'spa',
  openings:
    'bueno|pues|y|pero|entonces|vale|sí|no(?=,)|claro|a ver|o sea|es que|ya|venga|mira|hombre|perfecto|genial|estupendo|muy bien|de acuerdo|ah|oye|digamos|total|e+h+|e+m+|h+m+',
  slips: 'e+h+|e+m+|h+m+|este(?=,)',
  dependentStarts:
    '(?:si|cuando|aunque)(?!.*,)|él|ella|ellos|ellas|eso|esto|es[ae]s?|esos|aquello|lo (?!(?:que|de) )|para (?:el|la|los|las) [^,]*,|o|porque|que|también|allí|ahí|los demás|el otro|la otra|era|está|es (?!importante|necesario)',
  pronouns: 'él|ellos|ellas',
  openEnds: 'y|o|pero|el|la|los|las|un|una|de|del|a|al|que|en|con|por|para|es|son|yo',
  group: 'nosotr[oa]s|nos|nuestr[oa]s?|\\p{L}+[ae]mos',
  determiners: 'el|la|los|las|un|una|unos|unas|del|de|al|este|esta|nuestr[oa]|su|para|con',
  courtesies:
    'gracias|hola|buenos días|buenas (?:tardes|noches)|bienvenid[oa]s?|perdón|perdonad|disculp\\p{L}+|hasta (?:luego|pronto|mañana)|adiós',
  purpose:
    'tenemos que hablar de|hoy (?:vamos|tenemos|hablamos|queremos)|orden del día|el objetivo|la reunión (?:es|de hoy)|estamos aquí para',
}
