/**
 * What people wrote or said reaches an assistant between ⟦ and ⟧, and nothing of it can end that: the two signs, and the
 * pair that looks like them, become ordinary brackets inside. *Pure.*
 */

const [opening, closing] = ['⟦', '⟧']

/** In instructions to assistants. */
export const fenceSigns = `${opening} and ${closing}`

const ordinary: Record<string, string> = { [opening]: '[', '〚': '[', [closing]: ']', '〛': ']' }

export function fence(text: string): string {
  return opening + text.replace(/[⟦⟧〚〛]/g, (sign) => ordinary[sign]!) + closing
}

export const fenceOrNull = (text: string | null) => (text === null ? null : fence(text))
