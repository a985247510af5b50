/** Reads an XML document of a service, whose author may mean harm. *Pure.* */
import sax from 'sax'

/** Attributes are left out. */
export type XmlElement = { name: string; text: string; children: XmlElement[] }

/** Of a document. Those of BigBlueButton have a depth of seven, and forty elements for each recording. */
const [maxDepth, maxElements] = [32, 100_000]

/**
 * Entities that a document defines are errors, so nothing grows or is read from elsewhere.
 * @returns null for a document that cannot be read, or has more elements or depth than is reasonable
 */
export function readXml(text: string): XmlElement | null {
  const parser = sax.parser(true)
  const top: XmlElement = { name: '', text: '', children: [] }
  const open = [top]
  let elements = 0
  parser.onopentag = ({ name }) => {
    if (++elements > maxElements || open.length > maxDepth) throw new Error('The document is too large')
    const element = { name, text: '', children: [] }
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
