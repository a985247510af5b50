/** Spoken Portuguese, of Europe and Brazil. *Pure.* */
import type { Table } from './cues.ts'

const present =
  '(?:(?:me|te|lhes?|vos|nos|se) )*(?:agendo|atualizo|compro|confirmo|contacto|contato|corrijo|crio|encarrego|envio|escrevo|falo com|imprimo|informo|ligo|mando|marco|organizo|peço|pergunto|preparo|publico|reservo|revejo|reviso|traduzo|trago|trato|verifico)'

export const portuguese: Table = {
  code: 'por',
  openings:
    'bom|bem|então|e|mas|pois|sim|não(?=,)|olha|olhe|quer dizer|ou seja|tipo|tá|está bem|certo|ok|okay|ah|perfeito|pronto|portanto|claro|combinado|ótimo|h+m+|hã+|e+h+',
  slips: 'h+m+|hã+|ã+h*|e+h+|uhum|hum',
  dependentStarts:
    '(?:se|quando|embora)(?!.*,)|ele|ela|eles|elas|isso|isto|aquilo|ess[ea]s?|o outro|a outra|os outros|ou|porque|que|também|lá|ali|é (?!importante|preciso)|era',
  pronouns: 'eles?|elas?',
  openEnds: 'e|ou|mas|o|a|os|as|um|uma|de|do|da|que|em|no|na|com|por|para|é|são|eu',
  group: 'nós|noss[oa]s?|a gente|\\p{L}+[ae]mos',
  determiners: 'o|a|os|as|um|uma|do|da|dos|das|no|na|ao|à|este|esta|noss[oa]|para|com',
  courtesies:
    'obrigad[oa]s?|bom dia|boa (?:tarde|noite)|olá|bem-vind[oa]s?|desculp\\p{L}+|até (?:logo|amanhã|breve)|tchau',
  yes: 'sim|claro|certo|ok|okay|está bem|tá|pode ser|combinado|perfeito|concordo|de acordo|sem problema|com certeza|ótimo|boa|isso|exatamente|por mim',
  no: 'não|mas|nem',
  doubts:
    'se|quando|não|nunca|talvez|teria|seria|haveria|poderíamos|deveríamos|será que|disse|dizia|ontem|no ano passado|imagina|gostaria|acho que',
  purpose:
    'hoje (?:vamos|temos|queremos|falamos)|ordem de trabalhos|pauta|o objetivo|a reunião (?:é|de hoje)|estamos aqui para|temos (?:de|que) falar',
  work: '(?:agendar|alterar|atualizar|buscar|comprar|concluir|confirmar|consertar|contactar|contatar|corrigir|criar|enviar|escrever|falar com|imprimir|informar|ligar|mandar|marcar|organizar|pedir|perguntar|preparar|publicar|reservar|rever|revisar|testar|traduzir|tratar|trazer|verificar)(?:-(?:lhes?|me|te|nos|vos))?',
  wordsBetween: 2,
  promises: `(?:vou|tenho (?:que|de)|preciso(?: de)?) {work}|(?:eu|amanhã|hoje|depois|já) ${present}|^${present}`,
  requests: '(?:pode|podes|poderia|podia|consegues|consegue|podem) {work}',
  assigns: '(?:vai|tem (?:que|de)) {work}',
  decided:
    'decidimos|ficou (?:decidido|combinado|acordado)|foi (?:decidido|aprovado)|escolhemos|votamos|combinámos|acordámos',
  proposed: 'vamos com|ficamos (?:com|assim|por)|adiamos|mantemos|usamos|deixamos|cancelamos|fica para',
}
