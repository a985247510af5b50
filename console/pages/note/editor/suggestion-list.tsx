/** The options of `@` and `/`, below the sign. The focus stays in the text. */
import { Paper, Text } from '@mantine/core'
import type { EditorView } from 'prosemirror-view'
import { useLayoutEffect, useRef, useState } from 'react'
import { words } from '../../../words/words.ts'
import classes from './editor.module.css'
import { choose, listId, type Offer, optionId } from './suggestions.ts'

const { editor: said } = words.note

export function SuggestionList({ view, offer }: { view: EditorView; offer: Offer }) {
  const list = useRef<HTMLDivElement>(null)
  const [place, setPlace] = useState({ top: 0, left: 0 })
  const { query, options, chosen } = offer
  // biome-ignore lint/correctness/useExhaustiveDependencies: the place depends on how many options are shown
  useLayoutEffect(() => setPlace(placeOf(view, query.from, list.current!)), [view, query.from, options.length])
  useLayoutEffect(() => showIn(list.current!, chosen), [chosen])
  return (
    <Paper
      ref={list}
      id={listId}
      role="listbox"
      aria-label={query.sign === '@' ? said.people : said.insert}
      shadow="md"
      withBorder
      className={classes.suggestions}
      style={place}
    >
      {options.map(({ id, label, note }, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are handled in the text, which keeps the focus
        // biome-ignore lint/a11y/useFocusableInteractive: as above
        <div
          key={id}
          id={optionId(index)}
          role="option"
          aria-selected={index === chosen}
          className={classes.suggestion}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => choose(view, index)}
        >
          <span dir="auto">{label}</span>
          <Text span size="xs" c="dimmed" truncate>
            {note}
          </Text>
        </div>
      ))}
    </Paper>
  )
}

/** Scrolls the list, and not the page as well. */
function showIn(list: HTMLElement, chosen: number): void {
  const option = list.children[chosen] as HTMLElement | undefined
  if (!option) return
  const end = option.offsetTop + option.offsetHeight
  list.scrollTop = Math.max(end - list.clientHeight, Math.min(list.scrollTop, option.offsetTop))
}

/** Below the sign, or above it where the window ends and there is room below the head of the page. */
function placeOf(view: EditorView, at: number, list: HTMLElement) {
  const [sign, outer] = [view.coordsAtPos(at), list.offsetParent!.getBoundingClientRect()]
  const head = document.querySelector('header')?.getBoundingClientRect().bottom ?? 0
  const isAbove = sign.bottom + list.offsetHeight + 8 > innerHeight && sign.top > head + list.offsetHeight + 8
  const top = isAbove ? sign.top - list.offsetHeight - 4 : sign.bottom + 4
  const left = Math.min(sign.left - outer.left, outer.width - list.offsetWidth)
  return { top: top - outer.top, left: Math.max(left, 0) }
}
