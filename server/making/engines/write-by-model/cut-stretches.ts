/** Cuts a long meeting into stretches that fit into a request each. *Pure.* */

/** The share of a stretch that repeats the end of the previous one, because speech needs context. */
const overlap = 0.1

/** A stretch has at most `max` characters, unless a single line is longer, and at least one new line. */
export function cutStretches(lines: string[], max: number): string[][] {
  const stretches: string[][] = []
  let [stretch, characters]: [string[], number] = [[], 0]
  for (const line of lines) {
    if (stretch.length > 0 && characters + line.length > max) {
      stretches.push(stretch)
      stretch = endOf(stretch, Math.min(max * overlap, max - line.length))
      characters = lengthOf(stretch)
    }
    stretch.push(line)
    characters += line.length + 1
  }
  return [...stretches, stretch]
}

/** The last lines that together have at most `max` characters. */
function endOf(lines: string[], max: number): string[] {
  let [first, characters] = [lines.length, 0]
  while (first > 1 && characters + lines[first - 1]!.length < max) characters += lines[--first]!.length + 1
  return lines.slice(first)
}

/** Packs neighbouring texts together, at least two per pack, so that each round of merging leaves fewer texts. */
export function packInOrder(texts: string[], max: number): string[][] {
  const packs: string[][] = []
  for (const text of texts) {
    const last = packs.at(-1)
    if (last && (last.length < 2 || lengthOf(last) + text.length <= max)) last.push(text)
    else packs.push([text])
  }
  return packs
}

const lengthOf = (lines: string[]) => lines.reduce((sum, { length }) => sum + length + 1, 0)
