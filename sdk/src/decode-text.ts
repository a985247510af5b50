/** Decodes text files, which do not say their encoding. */

export const notText = 'The file is no text in UTF-8, UTF-16 or Windows-1252'

/**
 * UTF-8, UTF-16 or Windows-1252, as the bytes say.
 * @throws {TypeError} they are no text, or may be in another encoding
 */
export function decodeText(bytes: Uint8Array): string {
  const utf16 = utf16Of(bytes)
  const text = utf16 ? decode(bytes, utf16) : (decode(bytes, 'utf-8') ?? decodeWestern(bytes))
  if (text === null || text.includes('\0')) throw new TypeError(notText)
  return text
}

/** By its mark, or by the zero in its first character. */
function utf16Of([first, second]: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  if ((first === 0xff && second === 0xfe) || (first && second === 0)) return 'utf-16le'
  return (first === 0xfe && second === 0xff) || (first === 0 && second) ? 'utf-16be' : null
}

function decode(bytes: Uint8Array, encoding: string): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}

/** Any bytes can be read as Windows-1252, so the result must look like a Western language. */
function decodeWestern(bytes: Uint8Array): string | null {
  const text = new TextDecoder('windows-1252').decode(bytes)
  const isOther = /[^\P{Cc}\s]|\p{L}[¡-§©¬®¯±-³µ¶¸¹¼-¿×÷ì]\p{L}/u.test(text)
  const accented = text.match(/[À-ÿŒœŠšŽžŸƒ]/g)?.length ?? 0
  const plain = text.match(/[A-Za-z]/g)?.length ?? 0
  return isOther || accented * 2 > plain ? null : text
}
