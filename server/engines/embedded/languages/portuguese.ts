/** Spoken Portuguese, of Europe and Brazil. *Pure.* */
import { begins, ends, never, type Speech, words } from './speech.ts'

const infinitives =
  'agendar|ajudar|alterar|arranjar|atualizar|buscar|comprar|concluir|confirmar|consertar|contactar|contatar|corrigir|criar|enviar|escrever|falar com|fazer|finalizar|imprimir|informar|ligar|mandar|marcar|montar|organizar|passar|pedir|perguntar|preparar|procurar|publicar|reservar|rever|revisar|terminar|testar|traduzir|tratar|trazer|verificar|ver com'
const present =
  'agendo|atualizo|busco|compro|confirmo|contacto|corrijo|crio|encarrego|envio|escrevo|falo com|faço|fico de|imprimo|informo|ligo|mando|marco|organizo|passo|peço|pergunto|preparo|procuro|publico|reservo|revejo|reviso|termino|testo|trato|trago|verifico'
const objects = '(?:(?:me|te|lhe|lhes|vos|nos|o|a|os|as|se) )*'

export const portuguese: Speech = {
  code: 'por',
  fillers: /(?<![\p{L}'-])(?:h+m+|hã+|ã+h*|e+h+|uhum|hum)(?![\p{L}'-])/iu,
  openings:
    /^(?:(?:bom|bem|então|e|mas|pois|sim|não(?=,)|olha|olhe|quer dizer|ou seja|tipo|tá|está bem|certo|ok|okay|ah|perfeito|pronto|portanto|claro|combinado|ótimo)(?![\p{L}])[\s,.]*)+(?=\S)/iu,
  endings: /(?:[\s,]+(?:né|não é|certo|ok|tá|está bem|por favor|obrigad[oa]|pá|combinado))+[\s.,;:?!]*$/i,
  dependent: begins(
    '(?:se|quando|embora)(?!.*,)',
    'ele|ela|eles|elas|isso|isto|aquilo|esse|essa|esses|essas|o outro|a outra|os outros|ou|porque|que|também|lá|ali|é(?! (?:importante|preciso))|era',
  ),
  pronounObject:
    /(?<!\p{L})(?:o|a|os|as) (?:\p{L}+o)(?= |$)(?<=eu o \p{L}+)|^\p{L}+r-?(?:lo|la|los|las|lhe)(?!\p{L})|\p{L}+-(?:o|a|os|as|lhe)(?!\p{L})/iu,
  dangling: ends('e|ou|mas|o|a|os|as|um|uma|de|do|da|que|em|no|na|com|por|para|é|são|eu'),
  verb: /./,
  firstPersonPlural: words('nós|noss[oa]s?|a gente|\\p{L}+amos|\\p{L}+emos'),
  determiners: words('o|a|os|as|um|uma|do|da|dos|das|no|na|ao|à|este|esta|nosso|nossa|para|com'),
  courtesy: words(
    'obrigad[oa]s?|bom dia|boa (?:tarde|noite)|olá|bem-vind[oa]s?|desculp\\p{L}+|até (?:logo|amanhã|breve)|tchau',
  ),
  assent: begins(
    'sim|claro|certo|ok|okay|está bem|tá|pode ser|combinado|perfeito|concordo|de acordo|sem problema|com certeza|ótimo|boa|isso|exatamente|por mim',
  ),
  asksAssent: /(?:certo|combinado|de acordo|concordam|está bem|tudo bem|pode ser|ok)\?\s*$/i,
  noPromise:
    /(?<!\p{L})(?:teria|seria|haveria|disse|dizia|ontem|no ano passado|poderíamos|deveríamos|imagina|gostaria|acho que)(?!\p{L})/iu,
  time: words(
    'amanhã|hoje|esta (?:tarde|noite|semana)|segunda|terça|quarta|quinta|sexta|sábado|domingo|(?:na )?(?:próxima|semana que vem)|até|antes d|depois|logo|fim d',
  ),
  clauses: never,
  role: never,
  items: [
    {
      by: 'listener',
      needs: 'assent',
      pattern: new RegExp(
        `(?<!\\p{L})(?:pode|podes|poderia|podia|consegues|consegue|podem) ${objects}(?<task>(?:${infinitives})(?!\\p{L}).*)`,
        'iu',
      ),
    },
    {
      by: 'speaker',
      pattern: new RegExp(
        `(?<!\\p{L})(?:vou|tenho (?:que|de)|preciso(?: de)?) ${objects}(?<task>(?:${infinitives})(?!\\p{L}).*)`,
        'iu',
      ),
    },
    {
      by: 'speaker',
      needs: 'assent',
      pattern: new RegExp(`(?<!\\p{L})posso ${objects}(?<task>(?:${infinitives})(?!\\p{L}).*)`, 'iu'),
    },
    {
      by: 'speaker',
      pattern: new RegExp(
        `(?:^|[,;:] |(?<!\\p{L})(?:eu|e|amanhã|hoje|depois|já) )${objects}(?:${present})(?!\\p{L})`,
        'iu',
      ),
    },
  ],
  decided: words(
    '(?:decidimos|ficou (?:decidido|combinado|acordado)|foi (?:decidido|aprovado)|ficamos com|escolhemos|votamos|combinámos|acordámos)',
  ),
  proposed: words(
    '(?:vamos com|ficamos (?:com|assim|por)|adiamos|mantemos|fechamos|usamos|deixamos|cancelamos|fica para)',
  ),
  undecided: words('talvez|se calhar|poderíamos|deveríamos|será que|e se|não sei'),
  purpose: words(
    'hoje (?:vamos|temos|queremos|falamos)|ordem de trabalhos|pauta|o objetivo|a reunião (?:é|de hoje)|estamos aqui para|temos (?:de|que) falar',
  ),
}
