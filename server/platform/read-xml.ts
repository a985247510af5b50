/** Reads an XML document of a service, whose author may mean harm. *Pure.* */
import sax from 'sax'

/** Names are without the prefix of their namespace, which each document chooses as it likes. */
export type XmlElement = { name: string; attributes: Record<string, string>; text: string; children: XmlElement[] }

/** Of a document. A recording of BigBlueButton has forty elements and a depth of seven, an event of CalDAV seven and six. */
const [maxDepth, maxElements] = [32, 100_000]

/**
 * Entities that a document defines are errors, so nothing grows or is read from elsewhere.
 * @returns null for a document that cannot be read, or has more elements or depth than is reasonable
 */
export function readXml(text: string): XmlElement | null {
  const parser = sax.parser(true, { xmlns: true })
  const top: XmlElement = { name: '', attributes: {}, text: '', children: [] }
  const open = [top]
  let elements = 0
  parser.onopentag = (tag) => {
    if (++elements > maxElements || open.length > maxDepth) throw new Error('The document is too large')
    const { local: name, attributes: written } = tag as sax.QualifiedTag
    const attributes = Object.fromEntries(Object.values(written).map(({ local, value }) => [local, value]))
    const element = { name, attributes, text: '', children: [] }
    open.at(-1)!.children.push(element)
    open.push(element)
  }
  parser.ontext = parser.oncdata = (part) => {
    open.at(-1)!.text += part
  }
  parser.onclosetag = () => void open.pop()
  parser.onerror = (error) => {
    throw error
  }
  try {
    parser.write(text).close()
  } catch {
    return null
  }
  return top.children[0] ?? null
}

export const childrenOf = (element: XmlElement | undefined, name: string) =>
  element?.children.filter((child) => child.name === name) ?? []

export const childOf = (element: XmlElement | undefined, name: string) => childrenOf(element, name)[0]

/** An empty text if it is not there. */
export const textIn = (element: XmlElement | undefined, name: string) => childOf(element, name)?.text.trim() ?? ''
