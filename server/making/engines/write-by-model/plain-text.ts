/**
 * Makes links, pictures and HTML in a model's text harmless. Somebody in the meeting may have tricked the model into
 * writing a link that sends data to them. *Pure.*
 */

/**
 * Characters of links, pictures and HTML are separated or replaced, and stay readable. They are not removed, because the
 * text around a removed character could form a new link.
 */
export function plainText(text: string): string {
  return text
    .replace(/<(?=[a-z/!?])/gi, '‹')
    .replace(/\](?=[([:])/g, '] ')
    .replace(/:(?=\/)/g, ': ')
    .replace(/(?<=www\.)(?=\S)/gi, ' ')
}
