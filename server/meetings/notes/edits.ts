/** The ways to write an agenda: which text is parsed as native markup, and where its blocks go. *Pure.* @see decision 22 */
import { ApiError } from '../../platform/errors.ts'
import { positionsOf } from '../../platform/text.ts'
import type { Agenda } from './agenda.ts'

export type Edit = {
  /** The text is added to the current agenda, so it need not start with the marker. */
  fragment: boolean
  /** @param current  the printed agenda */
  text(current: string): string
  place(current: Agenda, written: Agenda): Agenda
}

export function replace(text: string): Edit {
  return { fragment: false, text: () => text, place: (_, written) => written }
}

export function append(text: string): Edit {
  return { fragment: true, text: () => text, place: (current, written) => [...current, ...written] }
}

export function prepend(text: string): Edit {
  return { fragment: true, text: () => text, place: (current, written) => [...written, ...current] }
}

/** @param find  not empty; exactly as in the markup, with line breaks and ids */
export function findReplace(find: string, text: string): Edit {
  return { ...replace(text), text: (current) => replaceOnly(current, find, text) }
}

/** @throws {ApiError} 422: the text is not there, or more than once */
function replaceOnly(current: string, find: string, text: string): string {
  const [at, another] = positionsOf(find, current, 2)
  if (at === undefined) throw new ApiError(422, 'The text to find is not in the agenda')
  if (another !== undefined) throw new ApiError(422, 'The text to find is in the agenda more than once')
  return current.slice(0, at) + text + current.slice(at + find.length)
}
