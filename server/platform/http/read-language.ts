import { invalid } from '../errors.ts'

/** A BCP 47 tag in its usual form. @throws {ApiError} 400 for what is no language tag */
export function readLanguage(tag: string, location: string): string {
  try {
    return Intl.getCanonicalLocales(tag)[0] ?? ''
  } catch {
    throw invalid(location, 'must be a language tag such as en or pt-BR')
  }
}
