/** Shows another text of the agenda by the smallest changes, so that the cursor stays where it is, also inside a line. */
import type { Node } from 'prosemirror-model'
import type { EditorState, Transaction } from 'prosemirror-state'
import { printLine, readAgenda } from './markup.ts'
import { fatesOf } from './merge.ts'
import { docOf, lineOf, nodeOf } from './schema.ts'

export function adopt(state: EditorState, markup: string): Transaction {
  const { tr, doc } = state
  const fates = fatesOf(doc.children.map(printNode), docOf(readAgenda(markup).lines).children.map(printNode))
  const starts = startsOf(doc)
  // Lines are added first, because an agenda always has one.
  for (const [index, { before }] of fates.entries())
    if (before.length > 0) tr.insert(tr.mapping.map(starts[index]!), before.map(readNode))
  for (const [index, node] of doc.children.entries()) {
    const { line } = fates[index]!
    const at = tr.mapping.map(starts[index]!)
    if (line === null) tr.delete(at, at + node.nodeSize)
    else if (line !== printNode(node)) changeLine(tr, at, node, readNode(line))
  }
  return tr
}

const printNode = (node: Node) => printLine(lineOf(node))
const readNode = (line: string) => nodeOf(readAgenda(`::agenda{version=1}\n\n${line}`).lines[0]!)

/** The position of each line, and the end. */
function startsOf(doc: Node): number[] {
  const starts = [0]
  for (const { nodeSize } of doc.children) starts.push(starts.at(-1)! + nodeSize)
  return starts
}

function changeLine(tr: Transaction, at: number, from: Node, to: Node): void {
  if (!from.isTextblock || !to.isTextblock) return void tr.replaceWith(at, at + from.nodeSize, to)
  if (!from.hasMarkup(to.type, to.attrs)) tr.setNodeMarkup(at, to.type, to.attrs)
  const start = from.content.findDiffStart(to.content)
  const end = from.content.findDiffEnd(to.content)
  if (start === null || !end) return
  // The same letters may be at both ends of the difference.
  const overlap = Math.max(0, start - Math.min(end.a, end.b))
  tr.replace(at + 1 + start, at + 1 + end.a + overlap, to.slice(start, end.b + overlap))
}
