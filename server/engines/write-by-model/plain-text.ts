/**
 * Makes links, pictures and HTML in a model's text harmless: something said in the meeting may have asked for one that calls home. *Pure.*
 */

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
