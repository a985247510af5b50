/** An action item in the editor: check box, text, and a button with assignees and due date. */
import type { Node } from 'prosemirror-model'
import type { EditorView, NodeView, ViewMutationRecord } from 'prosemirror-view'
import { dueDay } from '../../../ui/format.ts'
import { words } from '../../../words/words.ts'
import type { Item } from './markup.ts'
import type { Suggested } from './suggest-details.ts'

export type ItemCallbacks = {
  /** The name of an account, if already loaded. */
  nameOf: (userId: string) => string
  onDetails: (at: number, button: HTMLElement) => void
  /** What the item's text says of people and day, and the item does not have yet. */
  suggest: (item: Item, text: string) => Suggested
}

const { editor: said } = words.note

/** `Zoë Martínez · due 2 Dec 2026`; '' without both. */
export function detailsOf(
  { assignees = [], due }: Partial<Pick<Item, 'assignees' | 'due'>>,
  nameOf: ItemCallbacks['nameOf'],
) {
  return [assignees.map(nameOf).join(', '), due && words.recap.due(dueDay(due))].filter(Boolean).join(' · ')
}

export class ItemView implements NodeView {
  readonly dom = document.createElement('div')
  readonly contentDOM = document.createElement('div')
  readonly #box = document.createElement('input')
  readonly #button = document.createElement('button')
  readonly #suggestion = document.createElement('button')
  #suggested: Suggested = {}
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
    this.#suggestion.dataset.suggestion = ''
    for (const button of [this.#button, this.#suggestion]) button.type = 'button'
    for (const part of [this.#box, this.#button, this.#suggestion]) part.contentEditable = 'false'
    this.#box.addEventListener('change', () => {
      view.dispatch(view.state.tr.setNodeAttribute(getPos()!, 'status', this.#box.checked ? 'Done' : 'Incomplete'))
    })
    this.#button.addEventListener('click', () => callbacks.onDetails(getPos()!, this.#button))
    this.#suggestion.addEventListener('click', () => {
      const { tr } = view.state
      for (const [name, value] of Object.entries(this.#suggested)) tr.setNodeAttribute(getPos()!, name, value)
      view.dispatch(tr)
      view.focus()
    })
    this.dom.append(this.#box, this.contentDOM, this.#suggestion, this.#button)
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
    const details = detailsOf({ assignees, due }, this.#callbacks.nameOf)
    this.#button.textContent = details || said.assign
    this.#button.dataset.isEmpty = String(details === '')
    this.#button.setAttribute('aria-label', said.details(textContent, details || said.assign))
    this.#suggested = this.#callbacks.suggest(attrs as Item, textContent)
    const suggested = detailsOf(this.#suggested, this.#callbacks.nameOf)
    this.#suggestion.hidden = suggested === ''
    this.#suggestion.textContent = said.suggestion(suggested)
  }

  /** Box and buttons handle their own events. */
  stopEvent(event: Event): boolean {
    return [this.#box, this.#button, this.#suggestion].some((part) => part === event.target)
  }

  /** Ignores our own changes of box and buttons; other changes in the line are the person's input. */
  ignoreMutation({ type, target }: ViewMutationRecord): boolean {
    return type === 'attributes' || [this.#box, this.#button, this.#suggestion].some((part) => part.contains(target))
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
