/** Links in a text. An invitation or an agenda may contain any address, also `javascript:`: only web addresses lead anywhere. *Pure.* */

export const isWebAddress = (url: string | null): url is string => url !== null && /^https?:\/\/[^/]/i.test(url)

/** Half-open ranges of UTF-16 units: of the whole link, and of what is read. */
export type Link = { from: number; to: number; labelFrom: number; labelTo: number; href: string }

/** `[label](address)`, or an address alone: without punctuation after it, or a bracket that began before it. */
const link = /\[((?:\\.|[^[\]\\\n])+)\]\((https?:\/\/(?:[^\s()\\]|\([^\s()]*\))+)\)|https?:\/\/[^\s<>"`*]+/gi

export function linksIn(text: string): Link[] {
  return Array.from(text.matchAll(link), ({ index: from, 0: whole, 1: label, 2: address }) => {
    if (address !== undefined) {
      const labelFrom = from + 1
      return { from, to: from + whole.length, labelFrom, labelTo: labelFrom + label!.length, href: address }
    }
    const href = withoutEnd(whole)
    const to = from + href.length
    return { from, to, labelFrom: from, labelTo: to, href }
  }).filter(({ href }) => isWebAddress(href) && URL.canParse(href))
}

const punctuation = new Set(".,;:!?'’”»]}")

function withoutEnd(address: string): string {
  let unopened = address.split(')').length - address.split('(').length
  let end = address.length
  for (; end > 0; end--) {
    const last = address[end - 1]!
    if (last === ')' ? unopened-- <= 0 : !punctuation.has(last)) break
  }
  return address.slice(0, end)
}
