/** Cuts a long text that has no times inside, as nobody reads an hour as one paragraph, nor finds a moment in it. *Pure.* */

/** `from` and `to` are where the piece is in the text, as shares of its length. */
export type Piece = { text: string; from: number; to: number }

/** In characters. A shorter text stays one; a piece ends with the first sentence after the first one, or with a word. */
const [least, most] = [250, 600]

const endOfSentence = /[.!?…][\p{Pe}\p{Pf}"']*(?=\s)|[。！？]\p{Pe}*/gu

export function cutLong(text: string): Piece[] {
  const pieces: Piece[] = []
  for (let at = 0; at < text.length; ) {
    const end = at + lengthOfPiece(text.slice(at, at + most + 1))
    const piece = text.slice(at, end).trim()
    if (piece !== '') pieces.push({ text: piece, from: at / text.length, to: end / text.length })
    at = end
  }
  return pieces
}

/** @param text  what is left, one character more than a piece may have at most */
function lengthOfPiece(text: string): number {
  if (text.length <= most) return text.length
  endOfSentence.lastIndex = least
  const sentence = endOfSentence.exec(text)
  if (sentence) return endOfSentence.lastIndex
  const blank = text.slice(0, most).search(/\s\S*$/)
  if (blank > 0) return blank
  // Not between the halves of a character.
  return /[\ud800-\udbff]/.test(text[most - 1]!) ? most - 1 : most
}
