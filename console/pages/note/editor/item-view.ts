/** An action item in the editor: check box, text, and a button with assignees and due date. */
import type { Node } from 'prosemirror-model'
import type { EditorView, NodeView, ViewMutationRecord } from 'prosemirror-view'
import { dueDay } from '../../../ui/format.ts'
import { words } from '../../../words/words.ts'
import type { Item } from './markup.ts'

export type ItemCallbacks = {
  /** The name of an account, if already loaded. */
  nameOf: (userId: string) => string
  onDetails: (at: number, button: HTMLElement) => void
}

const { editor: said } = words.note

export class ItemView implements NodeView {
  readonly dom = document.createElement('div')
  readonly contentDOM = document.createElement('div')
  readonly #box = document.createElement('input')
  readonly #button = document.createElement('button')
  readonly #callbacks: ItemCallbacks
  readonly #onGone: () => void
  #node: Node

  constructor(
    node: Node,
    view: EditorView,
    getPos: () => number | undefined,
    callbacks: ItemCallbacks,
    all: Set<ItemView>,
  ) {
    this.#callbacks = callbacks
    this.#node = node
    this.#onGone = () => all.delete(this)
    all.add(this)
    this.dom.dataset.kind = 'action_item'
    this.dom.dir = 'auto'
    this.#box.type = 'checkbox'
    this.#button.type = 'button'
    for (const part of [this.#box, this.#button]) part.contentEditable = 'false'
    this.#box.addEventListener('change', () => {
      view.dispatch(view.state.tr.setNodeAttribute(getPos()!, 'status', this.#box.checked ? 'Done' : 'Incomplete'))
    })
    this.#button.addEventListener('click', () => callbacks.onDetails(getPos()!, this.#button))
    this.dom.append(this.#box, this.contentDOM, this.#button)
    this.show()
  }

  update(node: Node): boolean {
    if (node.type.name !== 'action_item') return false
    this.#node = node
    this.show()
    return true
  }

  destroy(): void {
    this.#onGone()
  }

  /** Does not touch the text: somebody may be typing in it. */
  show(): void {
    const { attrs, textContent } = this.#node
    const { depth, assignees, due, status } = attrs as Item
    this.dom.style.setProperty('--depth', String(depth))
    this.dom.dataset.status = status
    this.#box.checked = status === 'Done'
    this.#box.setAttribute('aria-label', said.done(textContent))
    const people = assignees.map(this.#callbacks.nameOf).join(', ')
    const details = [people, due && words.recap.due(dueDay(due))].filter(Boolean).join(' · ')
    this.#button.textContent = details || said.assign
    this.#button.dataset.isEmpty = String(details === '')
    this.#button.setAttribute('aria-label', said.details(textContent, details || said.assign))
  }

  /** Box and button handle their own events. */
  stopEvent(event: Event): boolean {
    return event.target === this.#box || event.target === this.#button
  }

  /** Ignores our own changes of box and button; other changes in the line are the person's input. */
  ignoreMutation({ type, target }: ViewMutationRecord): boolean {
    return type === 'attributes' || this.#box.contains(target) || this.#button.contains(target)
  }
}

/** A talking point. Its element stays when the line gets its id, because somebody may be typing in it. */
export class PointView implements NodeView {
  readonly dom = document.createElement('div')
  readonly contentDOM = this.dom

  constructor(node: Node) {
    this.dom.dataset.kind = 'talking_point'
    this.dom.dir = 'auto'
    this.update(node)
  }

  update({ type, attrs }: Node): boolean {
    if (type.name !== 'talking_point') return false
    this.dom.style.setProperty('--depth', String(attrs.depth))
    return true
  }
}
