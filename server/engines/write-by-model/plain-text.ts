/** Text of a model without what leads anywhere: a meeting may have asked it for links or pictures that call home. *Pure.* */

/**
 * Signs of links, pictures and HTML lose their meaning and stay readable. Each is only parted or replaced and nothing is taken out,
 * because what stood around it could make a new one.
 */
export function plainText(text: string): string {
  return text
    .replace(/<(?=[a-z/!?])/gi, '‹')
    .replace(/\](?=[([:])/g, '] ')
    .replace(/:(?=\/)/g, ': ')
    .replace(/(?<=www\.)(?=\S)/gi, ' ')
}
