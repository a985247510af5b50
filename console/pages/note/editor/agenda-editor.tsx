/** The agenda editor: toolbar, text, and a popover for assignees and due date of an item. */
import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { EditorState } from 'prosemirror-state'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { peopleQuery } from '../../../api/people.ts'
import { usePrefetched } from '../../../api/use-prefetched.ts'
import { words } from '../../../words/words.ts'
import classes from './editor.module.css'
import { type Asked, ItemDetails } from './item-details.tsx'
import { type Editor, openEditor } from './open-editor.ts'
import { SuggestionList } from './suggestion-list.tsx'
import { offerOf } from './suggestions.ts'
import { Toolbar } from './toolbar.tsx'

const { editor: said } = words.note

type Props = {
  editor: RefObject<Editor | null>
  initial: string
  nameOf: (userId: string) => string
  onWrite: () => void
  /** Shown at the end of the toolbar: the state of saving. */
  sign: React.ReactNode
}

export function AgendaEditor({ editor, initial, nameOf, onWrite, sign }: Props) {
  const place = useRef<HTMLDivElement>(null)
  const hint = useRef<HTMLParagraphElement>(null)
  const [state, setState] = useState<EditorState | null>(null)
  const [asked, setAsked] = useState<Asked | null>(null)
  const names = useRef(nameOf)
  const { data: people = [] } = useQuery(usePrefetched(peopleQuery))
  const everyone = useRef(people)
  everyone.current = people
  const callbacks = {
    nameOf: (userId: string) => names.current(userId),
    onDetails: (at: number, button: HTMLElement) => setAsked({ at, ...placeOf(button, place.current!) }),
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once; later changes are passed on below
  useEffect(() => {
    const opened = openEditor(place.current!, {
      ...callbacks,
      markup: initial,
      label: said.label,
      leave: () => hint.current!.focus(),
      people: () => everyone.current,
      onUpdate: (isChanged) => {
        setState(opened.view.state)
        if (isChanged) onWrite()
      },
    })
    editor.current = opened
    setState(opened.view.state)
    return opened.close
  }, [])
  useEffect(() => {
    names.current = nameOf
    editor.current?.showNames()
  }, [editor, nameOf])
  const offer = state && offerOf(state)
  const close = () => {
    setAsked(null)
    editor.current!.view.focus()
  }
  return (
    <div className={classes.editor}>
      <Toolbar state={state} onCommand={(command) => editor.current!.run(command)}>
        {sign}
      </Toolbar>
      <div ref={place} className={classes.place}>
        {asked && <ItemDetails asked={asked} view={editor.current!.view} nameOf={nameOf} onClose={close} />}
        {offer && <SuggestionList view={editor.current!.view} offer={offer} />}
      </div>
      <Text ref={hint} tabIndex={-1} size="xs" c="dimmed" className={classes.hint}>
        {said.hint}
      </Text>
    </div>
  )
}

function placeOf(button: HTMLElement, place: HTMLElement) {
  const [inner, outer] = [button.getBoundingClientRect(), place.getBoundingClientRect()]
  return { top: inner.bottom - outer.top, left: inner.left - outer.left + inner.width / 2 }
}
