/** Cuts a long meeting into stretches, each of which fits into a request. *Pure.* */

/** The part of a stretch that repeats the end of the previous one, because speech needs its context to be understood. */
const overlap = 0.1

/** Lines in order, at most `most` characters per stretch unless one line is longer. Each stretch has at least one new line. */
export function cutStretches(lines: string[], most: number): string[][] {
  const stretches: string[][] = []
  let [stretch, characters]: [string[], number] = [[], 0]
  for (const line of lines) {
    if (stretch.length > 0 && characters + line.length > most) {
      stretches.push(stretch)
      stretch = endOf(stretch, Math.min(most * overlap, most - line.length))
      characters = lengthOf(stretch)
    }
    stretch.push(line)
    characters += line.length + 1
  }
  return [...stretches, stretch]
}

/** The last lines that together are not longer than this. */
function endOf(lines: string[], most: number): string[] {
  let [first, characters] = [lines.length, 0]
  while (first > 1 && characters + lines[first - 1]!.length < most) characters += lines[--first]!.length + 1
  return lines.slice(first)
}

/** Groups neighbours into as few packs as fit, with at least two texts each, so that every round of merging leaves fewer. */
export function packInOrder(texts: string[], most: number): string[][] {
  const packs: string[][] = []
  for (const text of texts) {
    const last = packs.at(-1)
    if (last && (last.length < 2 || lengthOf(last) + text.length <= most)) last.push(text)
    else packs.push([text])
  }
  return packs
}

const lengthOf = (lines: string[]) => lines.reduce((sum, { length }) => sum + length + 1, 0)
