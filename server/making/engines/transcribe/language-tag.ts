/** Converts a back end's name for a language to a BCP 47 tag: `english`, `EN` and `en` become `en`. *Pure.* */

/** Whisper's names and aliases where Unicode uses another name. */
const otherNames: Record<string, string> = {
  bengali: 'bn',
  burmese: 'my',
  castilian: 'es',
  flemish: 'nl',
  haitian: 'ht',
  hawaiian: 'haw',
  letzeburgesch: 'lb',
  mandarin: 'zh',
  moldavian: 'ro',
  moldovan: 'ro',
  myanmar: 'my',
  nynorsk: 'nn',
  panjabi: 'pa',
  pushto: 'ps',
  sinhalese: 'si',
  valencian: 'ca',
}

const letters = [...'abcdefghijklmnopqrstuvwxyz']
const names = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' })
const byName = new Map(
  ['haw', 'yue', ...letters.flatMap((one) => letters.map((other) => one + other))].flatMap((code) => {
    const name = names.of(code)
    return name ? [[name.toLowerCase(), Intl.getCanonicalLocales(code)[0]!] as const] : []
  }),
)

/**
 * @param detected  the back end's answer, if it has one
 * @param hint      the uploader's tag; it is kept if it is only more precise (`en-GB` for `en`)
 * @returns a tag, `und` if unknown
 */
export function languageTag(detected: unknown, hint: string | null): string {
  const tag = typeof detected === 'string' ? tagOf(detected.trim().toLowerCase()) : null
  if (!tag) return hint ?? 'und'
  return hint && languageOf(hint) === tag ? hint : tag
}

/** The language alone, as back ends expect it: `en` of `en-GB`. */
export function languageOf(tag: string): string | null {
  try {
    return new Intl.Locale(tag).language
  } catch {
    return null
  }
}

function tagOf(text: string): string | null {
  const named = otherNames[text] ?? byName.get(text)
  if (named) return named
  // Longer first parts are valid in form, but no language has one.
  if (!/^[a-z]{2,3}(?:[-_]|$)/.test(text)) return null
  try {
    return Intl.getCanonicalLocales(text.replaceAll('_', '-'))[0] ?? null
  } catch {
    return null
  }
}
