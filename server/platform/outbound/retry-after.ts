/** Reads when a server wants to be asked again. *Pure.* */

export type AnswerHeaders = Record<string, string | string[] | undefined>

/** Seconds to wait. A date is compared with the answer's own `Date`, so the clocks need not agree. */
export function readRetryAfter(headers: AnswerHeaders): number | null {
  const wanted = String([headers['retry-after']].flat()[0] ?? '').trim()
  if (/^\d{1,9}$/.test(wanted)) return Number(wanted)
  if (!/^[a-z]{3}/i.test(wanted)) return null
  const seconds = (Date.parse(wanted) - Date.parse(String(headers.date))) / 1_000
  return Number.isFinite(seconds) ? Math.max(0, Math.ceil(seconds)) : null
}
