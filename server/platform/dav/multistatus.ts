/** Reads what a WebDAV server says of many things at once. *Pure.* @see RFC 4918, 13 */
import { childOf, childrenOf, readXml, textIn, type XmlElement } from '../read-xml.ts'

/** `status` is of the thing as a whole, null if its properties have their own; `properties` are those that it has. */
export type DavResponse = { href: string; status: number | null; properties: XmlElement[] }

/** `syncToken` is null outside a report of changes (RFC 6578). */
export type Multistatus = { responses: DavResponse[]; syncToken: string | null }

/** @returns null for an answer that cannot be read, or has more in it than is reasonable */
export function readMultistatus(body: Uint8Array): Multistatus | null {
  const answer = readXml(Buffer.from(body).toString('utf8'))
  if (answer?.name !== 'multistatus') return null
  const responses = childrenOf(answer, 'response').flatMap(readResponse)
  return { responses, syncToken: textIn(answer, 'sync-token') || null }
}

/** Several may share one status. */
function readResponse(response: XmlElement): DavResponse[] {
  const status = statusOf(response)
  const properties = childrenOf(response, 'propstat')
    .filter((each) => statusOf(each) === 200)
    .flatMap((each) => childOf(each, 'prop')?.children ?? [])
  return childrenOf(response, 'href').map(({ text }) => ({ href: text.trim(), status, properties }))
}

const statusOf = (element: XmlElement) => {
  const code = /^HTTP\/\S+ (\d{3})/.exec(textIn(element, 'status'))?.[1]
  return code === undefined ? null : Number(code)
}

export const propertyOf = ({ properties }: Pick<DavResponse, 'properties'>, name: string) =>
  properties.find((each) => each.name === name)

/** The texts of its `href` elements. */
export const hrefsIn = (element: XmlElement | undefined) =>
  childrenOf(element, 'href')
    .map(({ text }) => text.trim())
    .filter((text) => text !== '')

/** Whether an element of this name is anywhere in it. */
export const holds = (element: XmlElement | undefined, name: string): boolean =>
  element?.children.some((child) => child.name === name || holds(child, name)) ?? false
