import { invalid } from '../errors.ts'
import { canonicalLanguage } from '../text.ts'

/** A BCP 47 tag in its usual form. @throws {ApiError} 400 for what is no language tag */
export function readLanguage(tag: string, location: string): string {
  const language = canonicalLanguage(tag)
  if (language === null) throw invalid(location, 'must be a language tag such as en or pt-BR')
  return language
}
