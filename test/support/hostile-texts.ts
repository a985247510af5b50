/** Texts and queries that are the worst for the search index and for a search. */

/** So many of the pieces that they have about this many characters. */
const filled = (length: number, piece: (index: number) => string): string => {
  const pieces: string[] = []
  for (let index = 0, left = length; left > 0; index++) {
    const next = piece(index)
    pieces.push(next)
    left -= next.length
  }
  return pieces.join('').slice(0, length).toWellFormed()
}
const repeated = (piece: string) => (length: number) => filled(length, () => piece)

export const hostileTexts: Record<string, (length: number) => string> = {
  'one word': repeated('k '),
  'two words in turn': repeated('k q '),
  'all different': (length) => filled(length, (index) => `${index.toString(36)} `),
  'all different, one beginning': (length) => filled(length, (index) => `p${index.toString(36)} `),
  'one long word': repeated('x'),
  'one long word of capitals with accents': repeated('É'),
  'a word and blanks': (length) => `k${' '.repeat(length - 2)}k`,
  'blanks without a word': repeated(' '),
  'one letter with marks in the wrong order': (length) => `e${'\u0301\u0323'.repeat((length - 1) / 2)}`,
  'words of marks': repeated('e\u0323\u0301\u0323 '),
  'marks without a letter': repeated('\u0301\u0323'),
  'letters that become eighteen': repeated('ﷺ '),
  'Arabic with its vowels': repeated('مُحَمَّد '),
  'Hebrew with its vowels': repeated('שָׁלוֹם '),
  'Hindi, all different': (length) =>
    filled(length, (index) => `${[...index.toString(7)].map((digit) => 'कैखिगु'[Number(digit)]).join('')} `),
  'Chinese, one character': repeated('会'),
  'Chinese, all different': (length) => filled(length, (index) => String.fromCharCode(0x4e00 + (index % 20_000))),
  'Thai without blanks': repeated('ประชุมวันนี้'),
  'scripts in turn without blanks': repeated('aб会กक한'),
  'letters and joiners': repeated('a\u200d\u200c'),
  pictures: repeated('🎉👩\u200d👩 '),
  'signs alone': repeated('.;-_!'),
  'common words': repeated('the of and to '),
  'lines of one letter': repeated('k\u2028'),
}

const sixty = (word: string) => Array(60).fill(word).join(' ')
const different = (most: number, piece: (index: number) => string) =>
  Array.from({ length: most }, (_, index) => piece(index))
    .join(' ')
    .slice(0, 500)
    .trim()
const letters = [...'abcdefghijklmnopqrstuvwxyz0123456789']

export const hostileQueries: Record<string, string> = {
  'one word': 'k',
  'a word beside it': 'q',
  'a phrase of equal words': `"${sixty('k')}"`,
  'a phrase of two words in turn': `"${Array(30).fill('k q').join(' ')}"`,
  'phrases of all lengths': different(
    30,
    (index) =>
      `"${Array(index + 1)
        .fill('k')
        .join(' ')}"`,
  ),
  'a phrase that nearly fits': `"${Array(59).fill('k').join(' ')} z"`,
  'sixty words': different(60, (index) => letters[index % 36]! + (letters[Math.floor(index / 36)] ?? '')),
  'beginnings of everything': letters.map((letter) => `${letter}*`).join(' '),
  'beginnings in each other': different(60, (index) => `${'p1'.padEnd(index + 1, '0')}*`),
  'one beginning': 'p*',
  'without many words': `k ${different(100, (index) => `-${letters[index % 36]}${letters[Math.floor(index / 36)]}`)}`,
  'without all beginnings': `k ${letters.map((letter) => `-${letter}${letter}*`).join(' ')}`,
  'without a phrase': `q -"${sixty('k')}"`,
  'one long word': 'x'.repeat(500),
  'a letter with many marks': `e${'\u0301\u0323'.repeat(249)}`,
  'marks without a letter': `k ${'\u0301\u0323'.repeat(200)}`,
  'letters that become eighteen': 'ﷺ '.repeat(249).trim(),
  'Arabic with its vowels': `"${'مُحَمَّد '.repeat(50).trim()}"`,
  'Chinese, one character': '会'.repeat(500),
  'a phrase of one Chinese character': `"${'会'.repeat(498)}"`,
  'Thai without blanks': 'ประชุมวันนี้'.repeat(40),
  'common words': `"${Array(15).fill('the of and to').join(' ')}"`,
  'open and closed quotation marks': '"k" “'.repeat(80),
  'stars and signs': '-*q* "*" k '.repeat(40),
}
