/** Spoken French. *Pure.* */
import type { Table } from './cues.ts'

const present =
  "(?:(?:me|te|vous|nous|lui|leur) |t')*(?:achète|annule|appelle|apporte|commande|complète|contacte|corrige|crée|demande|écris|envoie|imprime|invite|modifie|organise|prépare|préviens|publie|rappelle|rédige|refais|relance|renseigne|réserve|teste|traduis|transmets|vérifie)"

export const french: Table = {
  code: 'fra',
  openings:
    "alors|bon|et|mais|donc|oui|ouais|non(?=,)|voilà|enfin|d'accord|ok|okay|eh|ah|oh|tu vois|vous voyez|je veux dire|en fait|du coup|parfait|bonne idée|très bien|tu sais|disons|e+u+h+|h+m+|bah|ben",
  slips: 'e+u+h+|h+e+u+|h+m+|bah|ben|hein',
  dependentStarts:
    "(?:si|s'il|quand|lorsque)(?!.*,)|ils|elle|elles|ça|cela|ce (?!qui|que)(?=sont|sera)|c'est|c'était|celui|celle|ceux|celles|ou|car|parce que|que|qui|dont|aussi|là|l'autre|les autres|y a|il (?!faut|y a|nous|reste|s'agit)",
  pronouns: 'ils|elles|lui',
  openEnds: 'et|ou|mais|le|la|les|un|une|des|de|du|à|au|que|qui|je|on|nous|pour|avec|est|sont',
  group: 'nous|on|notre|nos',
  determiners: 'le|la|les|un|une|des|du|de|au|aux|ce|cette|ces|notre|nos|votre|pour|avec',
  courtesies:
    'bonjour|bonsoir|merci|bienvenue|excusez-moi|désolée?|au revoir|à bientôt|tout le monde est là|je vous en prie',
  yes: "oui|ouais|ok|okay|d'accord|parfait|très bien|bien sûr|pas de problème|entendu|ça me va|ça marche|moi aussi|volontiers|bonne idée|exactement|voilà|je m'en (?:occupe|charge)|avec plaisir|c'est bon|absolument|ah oui",
  no: 'non|mais|pas|je ne|ça ne',
  doubts:
    "si|s'il|quand|ne|n'\\p{L}+|pas|jamais|peut-être|sans doute|est-ce que?|faudrait|pourrait|pourrions|aurais|aurait|aurions|serait|voudrais|il a dit|elle a dit|j'ai dit|l'année dernière|hier|avais|avait|je sais pas|je crois",
  purpose:
    "ordre du jour|premier point|aujourd'hui,? (?:on|nous)|le but (?:de|est)|l'objectif|on (?:est|se réunit) (?:là|ici) pour",
  work: 'acheter|annuler|appeler|apporter|commander|compléter|contacter|corriger|créer|demander|écrire|envoyer|imprimer|inviter|modifier|organiser|planifier|préparer|prévenir|publier|rappeler|rédiger|refaire|relancer|réserver|tester|traduire|transmettre|vérifier|voir avec',
  wordsBetween: 3,
  promises: `je (?:vais|dois) {work}|je ${present}`,
  requests: `(?:tu peux|vous pouvez|peux-tu|pouvez-vous|tu pourrais|pourrais-tu|pourriez-vous) {work}|tu ${present}s?`,
  assigns: '(?:va|doit) {work}',
  decided: "(?:on|nous) (?:a|avons) (?:décidé|convenu|voté|choisi|opté)|c'est (?:décidé|voté|acté)|on reporte",
  proposed:
    'on (?:prend|garde|part sur|retient|laisse tomber|abandonne|annule|choisit|imprime|fait comme|commence par|reste|utilise)|(?:prenons|gardons|choisissons|reportons|annulons|restons sur|retenons)',
}
