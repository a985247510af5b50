/** Tracks where each sent line is now, so that ids from the service can be assigned to their lines. */
import { type EditorState, Plugin, PluginKey, type Transaction } from 'prosemirror-state'
import { Mapping } from 'prosemirror-transform'
import type { Line } from './markup.ts'

/** The document's changes since it was sent; null while nothing is being sent. */
const key = new PluginKey<Mapping | null>('sending')

export const sending = () =>
  new Plugin<Mapping | null>({
    key,
    state: {
      init: () => null,
      apply: (tr, since) => {
        const begins = tr.getMeta(key) as boolean | undefined
        if (begins !== undefined) return begins ? new Mapping() : null
        return since && tr.docChanged ? new Mapping([...since.maps, ...tr.mapping.maps]) : since
      },
    },
  })

export const begin = ({ tr }: EditorState): Transaction => tr.setMeta(key, true)

/**
 * @param answered  the lines as the service stored them, in the order in which they were sent
 * @returns a transaction that assigns ids to lines, and that undo skips
 */
export function end(state: EditorState, sentAt: number[], answered: Line[]): Transaction {
  const since = key.getState(state) ?? new Mapping()
  const tr = state.tr.setMeta(key, false).setMeta('addToHistory', false)
  if (answered.length !== sentAt.length) return tr
  for (const [index, line] of answered.entries()) {
    if (!('id' in line)) continue
    const { pos, deletedAfter } = since.mapResult(sentAt[index]!)
    const node = deletedAfter ? null : state.doc.nodeAt(pos)
    if (node?.type.name === line.kind && node.attrs.id !== line.id) tr.setNodeAttribute(pos, 'id', line.id)
  }
  return tr
}
