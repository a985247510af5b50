/** What `minutebook doctor` says of one part of an installation. *Pure.* */

/**
 * `right`, `wrong`, or `unknown`: it is not set up, or cannot be seen from here. `says` is a sentence without a secret;
 * `todo` is the next step where something is wrong.
 */
export type Finding = { part: string; state: 'right' | 'wrong' | 'unknown'; says: string; todo?: string }

export const right = (part: string, says: string): Finding => ({ part, state: 'right', says })
export const unknown = (part: string, says: string): Finding => ({ part, state: 'unknown', says })
export const wrong = (part: string, says: string, todo: string): Finding => ({ part, state: 'wrong', says, todo })

/** Of any error: what it says, or its code. An error with several causes, as of two addresses, says the first. */
export function reasonIn(error: unknown): string {
  const { code, message, cause, errors } = error as Error & { code?: string; errors?: Error[] }
  const inner = errors?.[0] ?? cause
  return message || (inner ? reasonIn(inner) : (code ?? String(error)))
}
