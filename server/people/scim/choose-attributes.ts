/** Limits a response to the attributes that the request chose (RFC 7644, 3.4.2.5). *Pure.* */
import { plainName } from './parse-filter.ts'
import { invalidValue } from './scim-errors.ts'

/** Lower-case names, such as `name` and `name.givenname`. */
export type Choice = { only: Set<string> | null; without: Set<string> }

const maxCharacters = 2_048

/** @throws {ApiError} 400 */
export function readChoice(query: { attributes?: string; excludedAttributes?: string }): Choice {
  const only = readNames(query.attributes, 'query.attributes')
  const without = readNames(query.excludedAttributes, 'query.excludedAttributes')
  if (only && without) throw invalidValue('query.excludedAttributes', 'must not stand beside attributes')
  return { only, without: without ?? new Set() }
}

function readNames(text: string | undefined, location: string): Set<string> | null {
  if (text === undefined || text.trim() === '') return null
  if (text.length > maxCharacters) throw invalidValue(location, `must have at most ${maxCharacters} characters`)
  return new Set(text.split(',').map(plainName))
}

/** Whether the response contains the attribute, with all or some of its parts. */
export const isChosen = (name: string, { only, without }: Choice): boolean =>
  !without.has(name) && (!only || [...only].some((each) => each === name || each.startsWith(`${name}.`)))

const always = ['schemas', 'id', 'username']

/** The chosen attributes of the resource; those that identify it are always included. */
export function choose(resource: Record<string, unknown>, choice: Choice): Record<string, unknown> {
  const entries = Object.entries(resource).flatMap(([name, value]) => {
    const key = name.toLowerCase()
    if (always.includes(key)) return [[name, value]]
    return isChosen(key, choice) ? [[name, chooseParts(key, value, choice)]] : []
  })
  return Object.fromEntries(entries)
}

function chooseParts(name: string, value: unknown, choice: Choice): unknown {
  if (Array.isArray(value)) return value.map((each) => chooseParts(name, each, choice))
  if (typeof value !== 'object' || value === null || value instanceof Date) return value
  const isWhole = !choice.only || choice.only.has(name)
  const parts = Object.entries(value).filter(([part]) => {
    const path = `${name}.${part.toLowerCase()}`
    return !choice.without.has(path) && (isWhole || choice.only!.has(path))
  })
  return Object.fromEntries(parts)
}
