/**
 * Makes links, pictures and HTML in a model's text harmless: somebody in the meeting may have tricked the model into
 * writing one that sends data to them. *Pure.*
 */

/**
 * Characters of links, pictures and HTML lose their meaning and stay readable. They are only separated or replaced, never
 * removed, because the text around a removed one could form a new link.
 */
export function plainText(text: string): string {
  return text
    .replace(/<(?=[a-z/!?])/gi, '‹')
    .replace(/\](?=[([:])/g, '] ')
    .replace(/:(?=\/)/g, ': ')
    .replace(/(?<=www\.)(?=\S)/gi, ' ')
}
