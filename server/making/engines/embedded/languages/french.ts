/** Spoken French. *Pure.* */
import type { Table } from './cues.ts'

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
  purpose:
    "ordre du jour|premier point|aujourd'hui,? (?:on|nous)|le but (?:de|est)|l'objectif|on (?:est|se réunit) (?:là|ici) pour",
}
