/** Spoken Spanish. *Pure.* */
import type { Table } from './cues.ts'

const present =
  '(?:(?:me|te|os|le|les|nos|se) )*(?:actualizo|arreglo|busco|compro|compruebo|confirmo|contacto|corrijo|coordino|encargo|envío|escribo|hablo con|imprimo|informo|invito|investigo|llamo|mando|organizo|pido|pregunto|preparo|publico|recojo|redacto|reservo|reviso|traduzco|traigo|verifico)'

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
  yes: 'sí|vale|claro|de acuerdo|perfecto|muy bien|bien|por supuesto|ok|okay|sin problema|estupendo|genial|me parece (?:bien|justo|perfecto)|hecho|yo también|exacto|desde luego|venga|conforme',
  no: 'no|pero|tampoco',
  doubts:
    'si|cuando|no|nunca|quizás?|tal vez|a lo mejor|habría|habrías|hubiera|sería|podríamos|deberíamos|dijo|dije|decía|ayer|el año pasado|creo que|preferiría|ojalá|imagina',
  purpose:
    'tenemos que hablar de|hoy (?:vamos|tenemos|hablamos|queremos)|orden del día|el objetivo|la reunión (?:es|de hoy)|estamos aquí para',
  work: '(?:actualizar|arreglar|buscar|comprar|comprobar|confirmar|contactar|coordinar|corregir|crear|enviar|escribir|hablar con|hacer|imprimir|informar|invitar|investigar|llamar|mandar|organizar|pedir|preguntar|preparar|publicar|recoger|redactar|reservar|revisar|traducir|traer|verificar)(?:me|te|os|le|les|nos)*',
  wordsBetween: 2,
  promises: `(?:voy a|tengo que|debo) {work}|(?:yo|mañana|hoy|luego|ya) ${present}|^${present}`,
  requests: '(?:puedes|puede|podrías|podría|podéis|pueden) {work}',
  assigns: `(?:va a|tiene que|debe) {work}`,
  decided:
    '(?:hemos|habíamos) (?:decidido|acordado|elegido|quedado|votado)|se (?:ha )?(?:decidido|decide|acuerda|aprueba)|queda (?:decidido|aprobado|acordado)|quedamos en',
  proposed:
    'dejamos|elegimos|aplazamos|mantenemos|cancelamos|usamos|escogemos|cogemos|nos quedamos con|vamos con|seguimos con',
}
