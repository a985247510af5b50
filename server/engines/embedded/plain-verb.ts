/** The plain form of an English verb in -ing. *Pure.* */

/**
 * `working` is `work`, `putting` is `put`, `preparing` is `prepare`.
 * @param known  plain forms, which decide where spelling does not
 */
export function plainVerb(gerund: string, known: RegExp): string {
  const stem = gerund.slice(0, -'ing'.length).toLowerCase()
  const undoubled = stem.replace(/([bdgmnprt])\1$/, '$1')
  const sure = [undoubled, `${stem}e`, stem].find((form) => known.test(form))
  if (sure) return sure
  return /(?:[^s]s|[cvzu]|[^n]g)$/.test(stem) ? `${stem}e` : undoubled
}
