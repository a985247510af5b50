/** The words of the administration in the person's language; loaded with its pages. */
import type { AdminWords } from '../en/admin.ts'
import { language } from '../words.ts'

const languages = import.meta.glob<{ adminWords: AdminWords }>('../*/admin.ts')

export const { adminWords } = await languages[`../${language}/admin.ts`]!()
