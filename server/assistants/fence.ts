/**
 * What people wrote or said reaches an assistant between ⟦ and ⟧, and nothing of it can end that: the two signs, and the
 * pair that looks like them, become ordinary brackets inside. *Pure.*
 */
import { cutShort } from '../platform/text.ts'
import { mostShortText } from './text-room.ts'

const [opening, closing] = ['⟦', '⟧']

/** In instructions to assistants. */
export const fenceSigns = `${opening} and ${closing}`

const ordinary: Record<string, string> = { [opening]: '[', '〚': '[', [closing]: ']', '〛': ']' }

export function fence(text: string): string {
  return opening + text.replace(/[⟦⟧〚〛]/g, (sign) => ordinary[sign]!) + closing
}

/** For titles, names and addresses, which are short unless somebody means harm. */
export const fenceShort = (text: string) => fence(cutShort(text, mostShortText))

export const fenceShortOrNull = (text: string | null) => (text === null ? null : fenceShort(text))

/** The text of an argument that was copied from a result with its signs. */
export function unfence(text: string): string {
  return /^⟦[^⟦⟧]*⟧$/.test(text) ? text.slice(1, -1) : text
}
