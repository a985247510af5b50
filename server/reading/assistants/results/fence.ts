/**
 * An assistant receives what people wrote or said between ⟦ and ⟧. The text cannot close its own fence: inside it these
 * two signs, and the pair that looks like them, are replaced by ordinary brackets. *Pure.*
 */
import { cutShort } from '../../../platform/text.ts'
import { maxShortText } from './text-room.ts'

const [opening, closing] = ['⟦', '⟧']

/** In instructions to assistants. */
export const fenceSigns = `${opening} and ${closing}`

const ordinary: Record<string, string> = { [opening]: '[', '〚': '[', [closing]: ']', '〛': ']' }

export function fence(text: string): string {
  return opening + text.replace(/[⟦⟧〚〛]/g, (sign) => ordinary[sign]!) + closing
}

/** For titles, names and addresses, which are long only in an attack. */
export const fenceShort = (text: string) => fence(cutShort(text, maxShortText))

export const fenceShortOrNull = (text: string | null) => (text === null ? null : fenceShort(text))

/** Removes the fence from an argument that was copied from a result. */
export function unfence(text: string): string {
  return /^⟦[^⟦⟧]*⟧$/.test(text) ? text.slice(1, -1) : text
}
