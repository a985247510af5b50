import { invalid } from '../errors.ts'
import { canonicalLanguage, writtenLanguage } from '../text.ts'

/** A BCP 47 tag in its usual form. @throws {ApiError} 400 for what is no language tag */
export const readLanguage = (tag: string, location: string) => required(canonicalLanguage(tag), location)

/** The same, of a language that somebody writes. @throws {ApiError} 400 also for `und`, `mul`, `mis`, `zxx` and private ones */
export const readWrittenLanguage = (tag: string, location: string) => required(writtenLanguage(tag), location)

function required(language: string | null, location: string): string {
  if (language === null) throw invalid(location, 'must be a language tag such as en or pt-BR')
  return language
}
