/** Finds the plain form of an English verb in -ing. *Pure.* */

/**
 * `working` becomes `work`, `putting` becomes `put`, `preparing` becomes `prepare`.
 * @param known  plain forms that have priority over the spelling rules
 */
export function plainVerb(gerund: string, known: RegExp): string {
  const stem = gerund.slice(0, -'ing'.length).toLowerCase()
  const undoubled = stem.replace(/([bdgmnprt])\1$/, '$1')
  const sure = [undoubled, `${stem}e`, stem].find((form) => known.test(form))
  if (sure) return sure
  return /(?:[^s]s|[cvzu]|[^n]g)$/.test(stem) ? `${stem}e` : undoubled
}
