/** The service's default titles of notes are always English; they are shown in the console's language. */
import { words } from '../../words/words.ts'

const titles: Record<string, string> = words.recap.sections

export const titleOfSection = (title: string): string => (Object.hasOwn(titles, title) ? titles[title]! : title)
