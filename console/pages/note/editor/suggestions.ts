/** Offers options while a person types `@` or `/`: which ones, which is chosen, and their keys. */
import { type EditorState, Plugin, PluginKey, type Transaction } from 'prosemirror-state'
import type { EditorView } from 'prosemirror-view'
import type { Option, Query } from './options.ts'

export type Offer = { query: Query; options: Option[]; chosen: number }
/** `closedAt`: the sign there is text, because the person closed its options. */
type State = { offer: Offer | null; closedAt: number | null }

const key = new PluginKey<State>('suggestions')
export const optionId = (index: number) => `agenda-option-${index}`
export const listId = 'agenda-options'

export const offerOf = (state: EditorState): Offer | null => key.getState(state)?.offer ?? null

/** A sign at the beginning of a word, and one or two words up to the cursor. */
function queryAt({ selection: { empty, $from } }: EditorState): Query | null {
  if (!empty || !$from.parent.isTextblock || $from.marks().some(({ type }) => type.name === 'code')) return null
  const before = $from.parent.textBetween(0, $from.parentOffset, undefined, '\ufffc')
  const found = /(?:^|\s)([@/])((?:[\p{L}\p{M}\p{N}.'’-]{1,40} ?){0,2})$/u.exec(before)
  if (!found) return null
  const [, sign, text] = found as unknown as [string, Query['sign'], string]
  return { sign, text, from: $from.pos - text.length - 1, to: $from.pos }
}

export function suggestions(optionsFor: (query: Query) => Option[]): Plugin<State> {
  const next = (tr: Transaction, { offer, closedAt }: State, state: EditorState): State => {
    const chosen = tr.getMeta(key) as number | 'close' | undefined
    if (chosen === 'close') return { offer: null, closedAt: offer?.query.from ?? null }
    if (typeof chosen === 'number' && offer) return { offer: { ...offer, chosen }, closedAt }
    if (!tr.docChanged && !tr.selectionSet) return { offer, closedAt }
    const query = queryAt(state)
    const at = closedAt === null ? null : tr.mapping.map(closedAt)
    if (!query || query.from === at) return { offer: null, closedAt: query && at }
    if (!offer && !isTyped(tr, query)) return { offer: null, closedAt: null }
    const options = optionsFor(query)
    return { offer: options.length === 0 ? null : { query, options, chosen: 0 }, closedAt: null }
  }
  return new Plugin<State>({
    key,
    state: {
      init: () => ({ offer: null, closedAt: null }),
      apply: (tr, value, _before, state) => next(tr, value, state),
    },
    props: {
      attributes: (state) => {
        const offer = offerOf(state)
        return {
          'aria-autocomplete': 'list',
          ...(offer && { 'aria-controls': listId, 'aria-activedescendant': optionId(offer.chosen) }),
        }
      },
      handleKeyDown: (view, event) => {
        const offer = offerOf(view.state)
        if (!offer || event.isComposing || event.altKey || event.ctrlKey || event.metaKey) return false
        return press(view, offer, event.key)
      },
      handleDOMEvents: {
        blur: (view) => {
          if (offerOf(view.state)) view.dispatch(view.state.tr.setMeta(key, 'close'))
        },
      },
    },
  })
}

/** A sign was just typed: pasted text, and what others wrote, opens nothing. */
const isTyped = (tr: Transaction, { text }: Query) =>
  tr.docChanged && text === '' && tr.getMeta('paste') === undefined && tr.getMeta('adopted') === undefined

function press(view: EditorView, { options, chosen }: Offer, name: string): boolean {
  const mark = (index: number | 'close') => view.dispatch(view.state.tr.setMeta(key, index))
  if (name === 'ArrowDown') mark((chosen + 1) % options.length)
  else if (name === 'ArrowUp') mark((chosen + options.length - 1) % options.length)
  else if (name === 'Escape') mark('close')
  else if (name === 'Enter' || name === 'Tab') choose(view, chosen)
  else return false
  return true
}

export function choose(view: EditorView, index: number): void {
  const offer = offerOf(view.state)
  if (!offer) return
  const chosen = offer.options[index]!.choose(view.state, offer.query)
  // The sign of a mention stays: it asks no more.
  view.dispatch(chosen.setMeta(key, 'close').scrollIntoView())
  view.focus()
}
