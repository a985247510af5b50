/** The direction of a text, for what has no `dir="auto"`. *Pure.* */

/** By its first letter, as browsers do it (Unicode's rules P2 and P3). */
export const isRightToLeft = (text: string): boolean =>
  /[\p{scx=Arab}\p{scx=Hebr}\p{scx=Syrc}\p{scx=Thaa}\p{scx=Nkoo}\p{scx=Adlm}]/u.test(/\p{L}/u.exec(text)?.[0] ?? '')
