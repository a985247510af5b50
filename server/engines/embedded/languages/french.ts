/** Spoken French. *Pure.* */
import { begins, ends, never, type Speech, words } from './speech.ts'

const infinitives =
  "acheter|annuler|appeler|apporter|chercher|commander|compléter|contacter|corriger|créer|demander|écrire|envoyer|essayer de|faire (?!un tour)|finir|imprimer|inviter|mettre|modifier|nettoyer|organiser|passer (?:à|au|chez)|planifier|préparer|prévenir|publier|rappeler|rédiger|refaire|relancer|rencontrer|réserver|tester|traduire|transmettre|vérifier|voir avec|m'occuper|me renseigner|m'en charger"
const present =
  'achète|annule|appelle|apporte|charge|commande|complète|contacte|corrige|crée|demande|écris|envoie|imprime|invite|modifie|occupe|organise|passe|prépare|préviens|publie|rappelle|rédige|refais|relance|renseigne|rencontre|réserve|teste|traduis|transmets|vérifie'
const objects = "(?:(?:me|te|vous|nous|lui|leur|le|la|les|en|y) |[lmt]['’](?:en )?)*"

export const french: Speech = {
  code: 'fra',
  fillers: /(?<![\p{L}'-])(?:e+u+h+|h+e+u+|h+m+|bah|ben|hein)(?![\p{L}'-])/iu,
  openings:
    /^(?:(?:alors|bon|et|mais|donc|oui|ouais|non(?=,)|voilà|enfin|d'accord|ok|okay|eh|ah|oh|tu vois|vous voyez|je veux dire|en fait|du coup|par contre|parfait|bonne idée|très bien|tu sais|disons)(?![\p{L}])[\s,.]*)+(?=\S)/iu,
  endings: /(?:[\s,]+(?:hein|quoi|non|d'accord|s'il (?:te|vous) plaît|ok|voilà|merci|je crois|je pense))+[\s.,;:?!]*$/i,
  dependent: begins(
    "(?:si|s['’]il|quand|lorsque)(?!.*,)",
    "il(?! (?:faut|y a|nous|reste|s'agit))|ils|elle|elles|ça|cela|ce(?! (?:qui|que))|c['’]est|c['’]était|celui|celle|ceux|celles|ou|car|parce que|que|qui|dont|aussi|là|l'autre|les autres|y a",
  ),
  pronounObject:
    /(?<!\p{L})(?:je|tu|peux|vais) (?:(?:te|vous|nous|m['’]en) )?(?:l['’]|le |la |les |lui |leur |m['’]en |en |y )(?=\p{L}+)/iu,
  dangling: ends('et|ou|mais|le|la|les|un|une|des|de|du|à|au|que|qui|je|on|nous|pour|avec|est|sont'),
  verb: /./,
  firstPersonPlural: words('nous|on|notre|nos'),
  determiners: words("le|la|les|un|une|des|du|de|au|aux|ce|cette|ces|notre|nos|votre|pour|avec|l['’]"),
  courtesy: words(
    'bonjour|bonsoir|merci|bienvenue|excusez-moi|désolée?|au revoir|à bientôt|tout le monde est là|je vous en prie',
  ),
  assent: begins(
    "oui|ouais|ok|okay|d['’]accord|parfait|très bien|bien sûr|pas de problème|entendu|ça me va|ça marche|moi aussi|volontiers|bonne idée|exactement|voilà|je m['’]en (?:occupe|charge)|avec plaisir|c['’]est bon|absolument|ah oui",
  ),
  asksAssent: /(?:d['’]accord|ça (?:va|vous va|te va)|on est d['’]accord|tout le monde est d['’]accord|ok)\s*\?\s*$/i,
  noPromise:
    /(?<!\p{L})(?:aurais|aurait|aurions|serait|il a dit|elle a dit|j['’]ai dit|l['’]année dernière|hier|avais|avait|faudrait|pourrait|quand j)(?!\p{L})/iu,
  time: words(
    "demain|ce soir|cet après-midi|aujourd['’]hui|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|la semaine prochaine|avant (?:le|la|vendredi|lundi)|d['’]ici|prochaine (?:fois|réunion)|bientôt|après la réunion|fin (?:de|du)",
  ),
  clauses: never,
  role: never,
  items: [
    { by: 'speaker', pattern: new RegExp(`(?<!\\p{L})je (?:vais|dois) ${objects}(?<task>(?:${infinitives}).*)`, 'iu') },
    { by: 'speaker', pattern: new RegExp(`(?<!\\p{L})je ${objects}(?:${present})(?!\\p{L})`, 'iu') },
    {
      by: 'speaker',
      needs: 'assent',
      pattern: new RegExp(`(?<!\\p{L})je peux ${objects}(?:${infinitives})(?!\\p{L})`, 'iu'),
    },
    {
      by: 'listener',
      needs: 'assent',
      pattern: new RegExp(
        `(?<!\\p{L})(?:tu peux|vous pouvez|peux-tu|pouvez-vous|tu pourrais|pourrais-tu|pourriez-vous) ${objects}(?<task>(?:${infinitives}).*)`,
        'iu',
      ),
    },
    {
      by: 'listener',
      needs: 'assent',
      pattern: new RegExp(`(?<!\\p{L})tu ${objects}(?:${present})s?(?!\\p{L})`, 'iu'),
    },
  ],
  decided: words(
    '(?:on|nous) (?:a|avons) (?:décidé|convenu|voté|choisi|opté)',
    "c['’]est (?:décidé|voté|acté|entendu)",
    'on verra (?:ça|cela) (?:la prochaine fois|plus tard)',
    'on reporte',
    "c['’]est (?:la|le) .{1,30} qui gagne",
  ),
  proposed: words(
    'on (?:prend|garde|part sur|retient|se replie|laisse tomber|abandonne|reporte|annule|choisit|imprime|fait comme|commence par|met|reste|utilise|passe à)',
    '(?:nous )?(?:prenons|gardons|choisissons|reportons|annulons|restons sur|retenons)',
  ),
  undecided: words('peut-être|on pourrait|faudrait|est-ce qu|si on (?:prenait|faisait)|je ne sais pas|je sais pas'),
  purpose: words(
    "ordre du jour|premier point|aujourd['’]hui,? (?:on|nous)|le but (?:de|est)|l['’]objectif|on (?:est|se réunit) (?:là|ici) pour|il nous reste",
  ),
}
