/** The direction of a text, for what has no `dir="auto"`. *Pure.* */

/** For a sentence around it: its direction ends with it, also if it has signs of its own that would end the isolation. */
export const isolated = (text: string): string => `\u2068${text.replace(/[\u202a-\u202e\u2066-\u2069]/g, '')}\u2069`

/** By its first letter, as browsers do it (Unicode's rules P2 and P3). */
export const isRightToLeft = (text: string): boolean =>
  /[\p{scx=Arab}\p{scx=Hebr}\p{scx=Syrc}\p{scx=Thaa}\p{scx=Nkoo}\p{scx=Adlm}]/u.test(/\p{L}/u.exec(text)?.[0] ?? '')
