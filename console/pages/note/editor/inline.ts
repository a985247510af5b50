/** Styles bold, italic and code while they are typed; their signs stay in the text. */
import type { Node } from 'prosemirror-model'
import { Plugin } from 'prosemirror-state'
import { Decoration, DecorationSet } from 'prosemirror-view'
import { readSpans } from '../spans.ts'

const tags = { bold: 'strong', italic: 'em', code: 'code' } as const

/** Cached by line: an unchanged line is the same node in the next document. */
const found = new WeakMap<Node, { from: number; to: number; tag: string }[]>()

function spansOf(line: Node) {
  const known = found.get(line)
  if (known) return known
  const spans: { from: number; to: number; tag: string }[] = []
  let at = 0
  for (const { style, length } of readSpans(line.textContent)) {
    if (style !== 'plain') spans.push({ from: at, to: at + length, tag: tags[style] })
    at += length
  }
  found.set(line, spans)
  return spans
}

export const inline = () =>
  new Plugin({
    props: {
      decorations: ({ doc }) => {
        const all: Decoration[] = []
        doc.forEach((line, at) => {
          if (!line.isTextblock) return
          for (const { from, to, tag } of spansOf(line))
            all.push(Decoration.inline(at + 1 + from, at + 1 + to, { nodeName: tag }))
        })
        return DecorationSet.create(doc, all)
      },
    },
  })
