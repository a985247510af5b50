/** A decision in the editor: its text, and a button that withdraws it or lets it stand again. */
import type { Node } from 'prosemirror-model'
import type { EditorView, NodeView, ViewMutationRecord } from 'prosemirror-view'
import { words } from '../../../words/words.ts'
import type { Decision } from './markup.ts'

const { decision: said } = words.note.editor

export class DecisionView implements NodeView {
  readonly dom = document.createElement('div')
  readonly contentDOM = document.createElement('div')
  readonly #button = document.createElement('button')

  constructor(node: Node, view: EditorView, getPos: () => number | undefined) {
    this.dom.dataset.kind = 'decision'
    this.dom.dir = 'auto'
    this.#button.type = 'button'
    this.#button.contentEditable = 'false'
    this.#button.addEventListener('click', () => {
      const at = getPos()!
      const isWithdrawn = view.state.doc.nodeAt(at)!.attrs.status === 'withdrawn'
      view.dispatch(view.state.tr.setNodeAttribute(at, 'status', isWithdrawn ? 'stands' : 'withdrawn'))
      view.focus()
    })
    this.dom.append(this.contentDOM, this.#button)
    this.update(node)
  }

  /** Does not touch the text: somebody may be typing in it. */
  update({ type, attrs, textContent }: Node): boolean {
    if (type.name !== 'decision') return false
    const { depth, status } = attrs as Decision
    this.dom.style.setProperty('--depth', String(depth))
    this.dom.dataset.status = status
    this.#button.textContent = status === 'withdrawn' ? said.withdrawn : said.withdraw
    this.#button.setAttribute('aria-label', status === 'withdrawn' ? said.restore(textContent) : said.drop(textContent))
    return true
  }

  /** The button handles its own events. */
  stopEvent(event: Event): boolean {
    return event.target === this.#button
  }

  ignoreMutation({ type, target }: ViewMutationRecord): boolean {
    return type === 'attributes' || this.#button.contains(target)
  }
}
