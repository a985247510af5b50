/** The languages of mails, and which of them a browser wants. *Pure.* */

export const languages = ['en', 'de', 'fr'] as const
export type Language = (typeof languages)[number]

/** The first language of the header that mails have, by its weights (RFC 9110, 12.5.4). */
export function languageOfBrowser(header: string | undefined): Language | null {
  const wanted = (header ?? '').slice(0, 1_000).split(',').map(readRange)
  const known = wanted.filter(({ weight }) => weight > 0).toSorted((a, b) => b.weight - a.weight)
  return known.flatMap(({ tag }) => languages.find((language) => language === tag) ?? [])[0] ?? null
}

function readRange(range: string): { tag: string; weight: number } {
  const [tag = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase())
  const weight = parameters.find((parameter) => parameter.startsWith('q='))
  return { tag: tag.split('-')[0]!, weight: weight ? Number(weight.slice(2)) || 0 : 1 }
}
