/** What the history of a recording keeps of its corrections (decision 46 on corrections). *Pure.* */
import { cutShort } from '../../../platform/text.ts'

/** More than people correct in a recording; older entries are deleted, except under legal hold. */
export const maxChanges = 500

/** The segments that are listed of a correction. */
export const maxListed = 50

/** A name or text, as the history quotes it. */
export const quoted = (text: string) => cutShort(text, 200)
