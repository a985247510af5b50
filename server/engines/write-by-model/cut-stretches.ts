/** Cuts a long meeting into stretches, each of which fits into a request. *Pure.* */

/** Part of a stretch that repeats the end of the one before: what is said there is understood from what led to it. */
const overlap = 0.1

/** Lines in order, at most `most` characters a stretch if no line is longer; each has at least one line that none before it has. */
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

/** The last lines that are not longer than this together. */
function endOf(lines: string[], most: number): string[] {
  let [first, characters] = [lines.length, 0]
  while (first > 1 && characters + lines[first - 1]!.length < most) characters += lines[--first]!.length + 1
  return lines.slice(first)
}

/** Groups of neighbours, as few as fit, but at least two in each: so every round of merging leaves fewer. */
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
