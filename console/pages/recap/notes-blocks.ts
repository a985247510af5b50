/**
 * AI notes as blocks that a person edits, and as the Markdown that is stored. What nobody edits keeps its bytes, so that
 * the service recognises unchanged points. *Pure.*
 */
export type Block = {
  /** Names it in the page. */
  key: number
  kind: 'heading' | 'point' | 'text'
  /** Before the text: the sign of its kind, and a point's time. */
  sign: string
  /** The moment of a point. */
  seconds: number | null
  text: string
  /** Line breaks before it; null for a new block. */
  gap: string | null
}

const signOf = { heading: '## ', point: '- ', text: '' } as const
const heading = /^#{1,6}(?:[ \t]+|$)/
const point = /^\s*[-*+][ \t]+(?:\[(?:(\d{1,6}):)?(\d{1,2}):(\d{2})\](?: |$))?/

export function readBlocks(markdown: string): Block[] {
  const blocks: Block[] = []
  let gap = ''
  for (const line of markdown.replaceAll(/\r\n?/g, '\n').split('\n')) {
    const last = blocks.at(-1)
    if (line.trim() === '') gap += `${line}\n`
    else {
      const block = { ...readLine(line), key: blocks.length, gap }
      // Lines of a paragraph are one block.
      if (block.kind === 'text' && last?.kind === 'text' && gap === '\n') last.text += `\n${line}`
      else blocks.push(block)
      gap = '\n'
    }
  }
  return blocks
}

function readLine(line: string): Omit<Block, 'key' | 'gap'> {
  const titled = heading.exec(line)
  if (titled) return { kind: 'heading', sign: titled[0], seconds: null, text: line.slice(titled[0].length) }
  const found = point.exec(line)
  if (!found) return { kind: 'text', sign: '', seconds: null, text: line }
  const [sign, hours = 0, minutes, seconds] = found
  const at = minutes === undefined ? null : Number(hours) * 3_600 + Number(minutes) * 60 + Number(seconds)
  return { kind: 'point', sign, seconds: at, text: line.slice(sign.length) }
}

/** Empty blocks are left out. */
export function printBlocks(blocks: Block[]): string {
  let markdown = ''
  let before: Block | null = null
  for (const block of blocks.filter(({ text }) => text.trim() !== '')) {
    markdown += gapBetween(before, block) + block.sign + block.text
    before = block
  }
  return markdown
}

function gapBetween(before: Block | null, { kind, gap }: Block): string {
  if (before === null) return ''
  if (gap !== null && before.gap !== null) return gap
  return kind === 'point' && before.kind === 'point' ? '\n' : '\n\n'
}

const newKey = (blocks: Block[]) => Math.max(-1, ...blocks.map(({ key }) => key)) + 1

export type Focus = { key: number; at: number }
export type Edited = { blocks: Block[]; focus: Focus | null }

export function addBlock(blocks: Block[], index: number, kind: Block['kind'], text = ''): Edited {
  const block = { key: newKey(blocks), kind, sign: signOf[kind], seconds: null, text, gap: null }
  return { blocks: blocks.toSpliced(index, 0, block), focus: { key: block.key, at: 0 } }
}

/** New lines in a heading or a point begin points; the first keeps the time. */
export function writeText(blocks: Block[], index: number, text: string): Edited {
  const block = blocks[index]!
  const [first = '', ...rest] = block.kind === 'text' ? [text] : text.split(/\r?\n/)
  let edited: Edited = { blocks: blocks.with(index, { ...block, text: first }), focus: null }
  for (const [offset, line] of rest.entries())
    edited = addBlock(edited.blocks, index + 1 + offset, 'point', line.replace(/^\s*[-*+]\s+/, ''))
  return edited
}

export const removeBlock = (blocks: Block[], index: number): Edited => {
  const next = blocks[index - 1] ?? blocks[index + 1]
  return { blocks: blocks.toSpliced(index, 1), focus: next ? { key: next.key, at: next.text.length } : null }
}

/** Enter: the text after the cursor begins a point. All of the text keeps its time. */
export function splitBlock(blocks: Block[], index: number, from: number, to = from): Edited {
  const { key, text } = blocks[index]!
  if (from === 0 && text !== '') return { ...addBlock(blocks, index, 'point'), focus: { key, at: 0 } }
  return addBlock(writeText(blocks, index, text.slice(0, from)).blocks, index + 1, 'point', text.slice(to).trimStart())
}

/** The text joins that of the block above, which keeps its time. */
export function joinAbove(blocks: Block[], index: number): Edited | null {
  const [above, block] = [blocks[index - 1], blocks[index]!]
  if (!above) return null
  const joined = { ...above, text: above.text + block.text }
  const focus = { key: above.key, at: above.text.length }
  return { blocks: blocks.toSpliced(index - 1, 2, joined), focus }
}

export function moveBlock(blocks: Block[], index: number, by: 1 | -1): Edited | null {
  const [block, other] = [blocks[index]!, blocks[index + by]]
  if (!other) return null
  const moved = blocks.with(index, { ...other, gap: null }).with(index + by, { ...block, gap: null })
  return { blocks: moved, focus: { key: block.key, at: block.text.length } }
}
