/** Spoken Portuguese, of Europe and Brazil. *Pure.* */
import type { Table } from './cues.ts'

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
  purpose:
    'hoje (?:vamos|temos|queremos|falamos)|ordem de trabalhos|pauta|o objetivo|a reunião (?:é|de hoje)|estamos aqui para|temos (?:de|que) falar',
}
