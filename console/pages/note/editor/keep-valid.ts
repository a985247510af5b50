/** Keeps the agenda valid for the service: a line is at most one level below the one above, and ids are unique. */
import type { Node } from 'prosemirror-model'
import { Plugin, type Transaction } from 'prosemirror-state'
import { deepest } from './markup.ts'
import { depthOfNode } from './schema.ts'

export const keepValid = () =>
  new Plugin({
    appendTransaction: (transactions, _before, state) => {
      if (!transactions.some(({ docChanged }) => docChanged)) return null
      const { tr } = state
      limitDepths(state.doc, tr)
      dropRepeatedIds(state.doc, tr)
      return tr.docChanged ? tr : null
    },
  })

function limitDepths(doc: Node, tr: Transaction): void {
  let most = 0
  doc.forEach((node, at) => {
    const depth = depthOfNode(node)
    const wanted = node.type.name === 'heading' ? 0 : Math.min(depth, most, deepest)
    if (node.type.name !== 'unknown' && wanted !== depth) tr.setNodeAttribute(at, 'depth', wanted)
    most = (node.type.name === 'unknown' ? depth : wanted) + 1
  })
}

/** The first line keeps the id; the service assigns new ones to the others. */
function dropRepeatedIds(doc: Node, tr: Transaction): void {
  const seen = new Set<string>()
  doc.forEach((node, at) => {
    const id: string | null = node.attrs.id ?? null
    if (id === null) return
    const key = `${node.type.name} ${id}`
    if (seen.has(key)) tr.setNodeAttribute(at, 'id', null)
    seen.add(key)
  })
}
