/** The links of an action item to other systems (decision 68). *Pure.* */
import type { FieldError } from '../../platform/errors.ts'
import type { ItemLink } from '../../platform/postgres/column-types.ts'

export type GivenLink = Omit<ItemLink, 'state'> & { state?: string | null }

/** As they are stored: a state that is null is none. */
export const linksOf = (given: GivenLink[]): ItemLink[] =>
  given.map(({ system, key, url, state }) => ({ system, key, url, ...(state != null && { state }) }))

/**
 * The links whose address is given before. Two spellings of one address, such as with the host in capitals, are the same.
 * @param path  of the links, as errors name them
 */
export function repeatedLinks(links: GivenLink[], path: string): FieldError[] {
  const addresses = links.map(({ url }) => new URL(url).href)
  return addresses.flatMap((address, index) => {
    const first = addresses.indexOf(address)
    if (first === index) return []
    return [{ location: `${path}[${index}].url`, message: `must differ from ${path}[${first}].url` }]
  })
}
