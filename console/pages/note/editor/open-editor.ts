/** Opens the agenda editor in the page, and gives the page control of it. */
import { history } from 'prosemirror-history'
import { type Command, EditorState } from 'prosemirror-state'
import { EditorView } from 'prosemirror-view'
import { adopt } from './adopt.ts'
import { clipboard } from './clipboard.ts'
import { currentLine } from './commands.ts'
import { currentItem } from './current-item.ts'
import { DecisionView } from './decision-view.ts'
import { type ItemCallbacks, ItemView, PointView } from './item-view.ts'
import { keepValid } from './keep-valid.ts'
import { links } from './links.ts'
import { newHead, printAgenda, readAgenda } from './markup.ts'
import { mentions } from './mentions.ts'
import { type KnownPerson, optionsFor, type Query } from './options.ts'
import { placeholder } from './placeholder.ts'
import { docOf, linesOf } from './schema.ts'
import * as sending from './sending.ts'
import { suggestions } from './suggestions.ts'
import { typing } from './typing.ts'

export type Editor = ReturnType<typeof openEditor>

type Options = ItemCallbacks & {
  markup: string
  label: string
  /** Called for every update; `isChanged`: the text has changed. */
  onUpdate: (isChanged: boolean) => void
  leave: () => void
  /** Whom `@` offers. */
  people: () => KnownPerson[]
}

export function openEditor(place: HTMLElement, { markup, label, onUpdate, leave, ...callbacks }: Options) {
  const head = readAgenda(markup).head || newHead
  const items = new Set<ItemView>()
  const openDetails: Command = (state) => {
    const line = currentLine(state)
    const button =
      line && (view.nodeDOM(line.at) as Element).querySelector<HTMLElement>('button:not([data-suggestion])')
    if (line && button) callbacks.onDetails(line.at, button)
    return true
  }
  const offered = (query: Query) => optionsFor(query, callbacks.people())
  const view: EditorView = new EditorView(place, {
    state: EditorState.create({
      doc: docOf(readAgenda(markup).lines),
      plugins: [
        suggestions(offered),
        history(),
        sending.sending(),
        ...typing({ openDetails, leave }),
        keepValid(),
        placeholder(),
        links(),
        mentions(() => callbacks.people().map(({ full_name }) => full_name)),
        currentItem(),
      ],
    }),
    attributes: { role: 'textbox', 'aria-multiline': 'true', 'aria-label': label },
    nodeViews: {
      action_item: (node, view, getPos) => new ItemView(node, view, getPos, callbacks, items),
      decision: (node, view, getPos) => new DecisionView(node, view, getPos),
      talking_point: (node) => new PointView(node),
    },
    ...clipboard,
    dispatchTransaction: (tr) => {
      view.updateState(view.state.apply(tr))
      onUpdate(tr.docChanged && tr.getMeta('adopted') === undefined)
    },
  })
  let sentAt: number[] = []

  return {
    view,
    read: () => printAgenda({ head, lines: linesOf(view.state.doc) }),
    run: (command: Command) => {
      command(view.state, view.dispatch, view)
      view.focus()
    },
    /** Call it when more names of people are loaded. */
    showNames: () => {
      for (const item of items) item.show()
      // Mentions are looked for again.
      view.updateState(view.state)
    },
    /** The text that `read` returns now is being sent. */
    begin: () => {
      sentAt = []
      view.state.doc.forEach((_node, at) => void sentAt.push(at))
      view.dispatch(sending.begin(view.state))
    },
    /** It has arrived; `answer` is the text as the service stored it. */
    end: (answer: string) => {
      view.dispatch(sending.end(view.state, sentAt, readAgenda(answer).lines).setMeta('adopted', true))
    },
    /** Shows this text instead. */
    adopt: (text: string, { isUndoable }: { isUndoable: boolean }) =>
      view.dispatch(adopt(view.state, text).setMeta('adopted', true).setMeta('addToHistory', isUndoable)),
    close: () => view.destroy(),
  }
}
