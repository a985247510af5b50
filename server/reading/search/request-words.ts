/**
 * Words of a query that ask and are not asked about: "summarize", "what did she say about". Passages with them answer no
 * better, and such a word is often rare in what people say. A list a language, each kept by a person. *Pure.*
 */
import { cutWords } from '../../meetings/text-index/words.ts'

/** Each in the forms that questions have. */
const texts = {
  dutch: `
samenvatten samenvatting vat bespreken bespreekt besprak bespraken besproken discussie discussies discussiëren praten praat praatte
praatten gepraat zeggen zegt zei zeiden gezegd denken denkt dacht dachten vertel vertellen vertelde verteld noemen noemt noemde
noemden genoemd uitleggen beschrijf beschrijven toon`,
  english: `
summarize summarizes summarise summarises summary summaries discuss discusses discussed discussing discussion discussions
talk talks talked talking say says said saying tell tells told telling speak speaks spoke speaking think thinks thought thinking
mention mentions mentioned mentioning explain explains explained describe describes described show please`,
  french: `
résume résumer résumez résumé discuter discute discuté discutent discussion discussions parler parle parlé parlent parlait dire dit dis
dites disent disait penser pense pensé pensent pensait mentionner mentionne mentionné expliquer explique expliqué décrire décrit
décris raconte montre`,
  german: `
fasse fassen zusammen zusammenfassen zusammenfassung besprechen bespricht besprach besprachen besprochen diskutieren diskutiert
diskutierte diskutierten sprechen spricht sprach sprachen gesprochen reden redete redeten geredet sagen sagt sagte sagten gesagt
denken denkt dachte dachten meinen meint meinte meinten gemeint erwähnen erwähnt erwähnte erwähnten erklären erklärt erklärte
beschreiben beschreibt zeige zeig bitte`,
  italian: `
riassumi riassumere riassunto discutere discute discusso discussero discussione discussioni parlare parla parlato parlava parlano dire
dice detto disse dissero dimmi pensare pensa pensato pensano menzionare menziona menzionato spiegare spiega spiegato descrivere
descrivi descrive mostra`,
  portuguese: `
resume resumir resumo resuma discutir discute discutiu discutiram discutido discussão discussões falar fala falou falaram falado dizer diz
disse disseram dito pensar pensa pensou pensaram mencionar menciona mencionou mencionaram mencionado explicar explica explicou
descrever descreve descreva mostre mostra`,
  spanish: `
resume resumir resumen resumid discutir discute discutió discutieron discutido discusión discusiones hablar habla habló hablaron hablado
decir dice dijo dijeron dicho dime pensar piensa pensó pensaron mencionar menciona mencionó mencionaron mencionado explicar explica
explicó describir describe describió muestra`,
}

const wordsOf = new Map(
  Object.entries(texts).map(([language, text]) => [
    `${language}_stem`,
    new Set(cutWords(text).map(({ word }) => word)),
  ]),
)

/** @param dictionaries  of the languages that the workspace has. @param word  without accents */
export const isRequestWord = (word: string, dictionaries: string[]): boolean =>
  dictionaries.some((dictionary) => wordsOf.get(dictionary)?.has(word))
