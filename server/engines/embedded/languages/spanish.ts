/** Spoken Spanish. *Pure.* */
import { begins, ends, never, type Speech, words } from './speech.ts'

const infinitives =
  'actualizar|arreglar|ayudar|buscar|cambiar|cerrar|comprar|comprobar|confirmar|contactar|coordinar|corregir|crear|enviar|escribir|hablar con|hacer|imprimir|informar|invitar|investigar|llamar|llevar|mandar|organizar|pasar|pedir|preguntar|preparar|probar|publicar|recoger|redactar|reservar|revisar|subir|terminar|traducir|traer|verificar'
const present =
  'actualizo|arreglo|busco|cierro|compro|compruebo|confirmo|contacto|corrijo|coordino|encargo|ocupo|envío|escribo|hablo con|hago|imprimo|informo|invito|investigo|llamo|mando|miro|organizo|paso|pido|pregunto|preparo|pruebo|publico|recojo|redacto|reservo|reviso|subo|termino|traduzco|traigo|verifico'
const objects = '(?:(?:me|te|os|le|les|lo|la|los|las|nos|se) )*'

export const spanish: Speech = {
  code: 'spa',
  fillers: /(?<![\p{L}'-])(?:e+h+|e+m+|h+m+|mmm+)(?![\p{L}'-])|(?<=,\s?)este(?=,)/iu,
  openings:
    /^(?:(?:bueno|pues|y|pero|entonces|vale|sí|no(?=,)|claro|a ver|o sea|es que|ya|venga|mira|hombre|perfecto|genial|estupendo|muy bien|de acuerdo|ah|oye|digamos|total)(?![\p{L}])[\s,.]*)+(?=\S)/iu,
  endings:
    /(?:[\s,]+(?:¿?(?:no|vale|eh|verdad|de acuerdo(?: todos)?|sabes)|por favor|gracias|o algo así))+[\s.,;:?!]*$/i,
  dependent: begins(
    '(?:si|cuando|aunque)(?!.*,)',
    'él|ella|ellos|ellas|eso|esto|esa|ese|esos|esas|aquello|lo(?! (?:que|de))|o|porque|que|también|allí|ahí|los demás|el otro|la otra|carga|era|está|es(?! (?:importante|necesario))',
  ),
  pronounObject: /(?<!\p{L})(?:lo|la|los|las) (?:\p{L}+o)(?!\p{L})|^\p{L}+r(?:lo|la|los|las|le|les)(?!\p{L})/iu,
  dangling: ends('y|o|pero|el|la|los|las|un|una|de|del|a|al|que|en|con|por|para|es|son|yo'),
  verb: /./,
  firstPersonPlural: words('nosotr[oa]s|nos|nuestr[oa]s?|\\p{L}+amos|\\p{L}+emos'),
  determiners: words('el|la|los|las|un|una|unos|unas|del|de|al|este|esta|nuestro|nuestra|su|para|con'),
  courtesy: words(
    'gracias|hola|buenos días|buenas (?:tardes|noches)|bienvenid[oa]s?|perdón|perdonad|disculp\\p{L}+|hasta (?:luego|pronto|mañana)|adiós',
  ),
  assent: begins(
    'sí|vale|claro|de acuerdo|perfecto|muy bien|bien|por supuesto|ok|okay|sin problema|estupendo|genial|me parece (?:bien|justo|perfecto)|hecho|yo también|exacto|desde luego|venga|conforme',
  ),
  asksAssent: /(?:de acuerdo(?: todos)?|vale|os parece(?: bien)?|le parece|estamos de acuerdo|sí|ok)\?\s*$/i,
  noPromise:
    /(?<!\p{L})(?:habría|habrías|hubiera|sería|podríamos|dijo|dije|decía|ayer|el año pasado|creo que|preferiría|ojalá|imagina)(?!\p{L})/iu,
  time: words(
    'mañana|hoy|esta (?:tarde|noche|semana)|lunes|martes|miércoles|jueves|viernes|sábado|domingo|la semana que viene|la próxima (?:semana|reunión|vez)|antes de|para el|luego|después|fin de',
  ),
  clauses: never,
  role: never,
  items: [
    {
      by: 'listener',
      needs: 'assent',
      pattern: new RegExp(
        `(?<!\\p{L})(?:puedes|puede|podrías|podría|podéis|pueden) ${objects}(?<task>(?:${infinitives})\\p{L}*(?!\\p{L}).*)`,
        'iu',
      ),
    },
    {
      by: 'speaker',
      pattern: new RegExp(
        `(?<!\\p{L})(?:voy a|tengo que|debo) ${objects}(?<task>(?:${infinitives})\\p{L}*(?!\\p{L}).*)`,
        'iu',
      ),
    },
    {
      by: 'speaker',
      needs: 'assent',
      pattern: new RegExp(`(?<!\\p{L})puedo ${objects}(?<task>(?:${infinitives})\\p{L}*(?!\\p{L}).*)`, 'iu'),
    },
    {
      by: 'speaker',
      pattern: new RegExp(
        `(?:^|[,;:] |(?<!\\p{L})(?:yo|y|mañana|hoy|luego|después|ya) )${objects}(?:${present})(?!\\p{L})`,
        'iu',
      ),
    },
  ],
  decided: words(
    '(?:hemos|habíamos) (?:decidido|acordado|elegido|quedado|votado)',
    'se (?:ha )?(?:decidido|decide|acuerda|aprueba)',
    'queda (?:decidido|aprobado|acordado)',
    'quedamos en',
  ),
  proposed: words(
    '(?:lo |la |los |las )?(?:dejamos|elegimos|aplazamos|mantenemos|cancelamos|usamos|escogemos|cogemos)',
    'nos quedamos con',
    'vamos con',
    'seguimos con',
    'aguantamos',
    'sale el',
    'me parece bien',
    '(?:coge|cogen|hacemos|ponemos)',
  ),
  undecided: words('quizás?|tal vez|a lo mejor|podríamos|habría que|y si|no sé|deberíamos'),
  purpose: words(
    'tenemos que hablar de|hoy (?:vamos|tenemos|hablamos|queremos)|orden del día|el objetivo|la reunión (?:es|de hoy)|estamos aquí para',
  ),
}
