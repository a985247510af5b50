/** English verbs: the plain form of one in -ing. *Pure.* */

const irregular: Record<string, string> = { dying: 'die', lying: 'lie', tying: 'tie' }
const withoutE = /(?:[aeiou]{2}[^aeiou]|[^aeiou][aeiou][wxy]|[^aeiou]{2}|ee|oo|er|en|it|el|on|op)$/
const withE = /(?:[^aeiou]v|iz|is|us|ut|at|ak|ok|ar|ir|ur|uc|ic|ac|ag|iv|av|ov|bl|pl|tl|dl|gl|ul|od|ud|id|ad|in|as|os|nc|rg|dg|ng|rc|ib|ip|ap|am|om|im|um|ot|iev|eiv|ur|ys|yz|rv|lv)$/
const noE = /(?:visit|edit|sit|wait|contact|look|book|talk|walk|work|think|ask|check|speak|break|bring|sing|send|find|hand|read|meet|mail|email|fill|pass|press|discuss|draft|test|print|post|begin|plan|format|lis|open|focus|happen|train|explain|design|join|obtain|upload|download|load|repeat|wear|hear|appear|clear)$/

/** `working` is `work`, `putting` is `put`, `preparing` is `prepare`. */
export function plainVerb(gerund: string): string {
  const known = irregular[gerund.toLowerCase()]
  if (known) return known
  const stem = gerund.replace(/ing$/i, '')
  if (/([bdgmnprt])\1$/.test(stem)) return stem.slice(0, -1)
  if (noE.test(stem)) return stem
  if (withE.test(stem) && !withoutE.test(stem)) return `${stem}e`
  return /(?:[^aeiou][aeiou](?:[ksv])|[vczg]|u)$/.test(stem) && !withoutE.test(stem) ? `${stem}e` : stem
}
