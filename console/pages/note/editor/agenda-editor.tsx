/** The agenda editor: toolbar, text, and a popover for assignees and due date of an item. */
import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { EditorState } from 'prosemirror-state'
import { type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import { dayOf } from '../../../api/days.ts'
import { peopleQuery } from '../../../api/people.ts'
import { usePrefetched } from '../../../api/use-prefetched.ts'
import { words } from '../../../words/words.ts'
import classes from './editor.module.css'
import { type Asked, ItemDetails } from './item-details.tsx'
import type { Item } from './markup.ts'
import { type Editor, openEditor } from './open-editor.ts'
import { invitedFirst, type KnownPerson } from './options.ts'
import { type Suggested, suggestDetails } from './suggest-details.ts'
import { SuggestionList } from './suggestion-list.tsx'
import { offerOf } from './suggestions.ts'
import { Toolbar } from './toolbar.tsx'

const { editor: said } = words.note

/** Who is invited, by address, and when it begins. */
export type Meeting = { emails: string[]; start: string | null }

type Props = {
  editor: RefObject<Editor | null>
  initial: string
  meeting: Meeting
  nameOf: (userId: string) => string
  onWrite: () => void
  /** Shown at the end of the toolbar: the state of saving. */
  sign: React.ReactNode
}

export function AgendaEditor({ editor, initial, meeting, nameOf, onWrite, sign }: Props) {
  const place = useRef<HTMLDivElement>(null)
  const hint = useRef<HTMLParagraphElement>(null)
  const [state, setState] = useState<EditorState | null>(null)
  const [asked, setAsked] = useState<Asked | null>(null)
  const names = useRef(nameOf)
  const { data: people = [] } = useQuery(usePrefetched(peopleQuery))
  const everyone = useMemo(() => invitedFirst(people, meeting.emails), [people, meeting.emails])
  const now = useRef({ everyone, start: meeting.start })
  now.current = { everyone, start: meeting.start }
  const suggest = (item: Item, text: string) => missing(item, suggestDetails(text, ...whoAndWhen(now.current)))
  const callbacks = {
    nameOf: (userId: string) => names.current(userId),
    suggest,
    onDetails: (at: number, button: HTMLElement) => setAsked({ at, ...placeOf(button, place.current!) }),
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once; later changes are passed on below
  useEffect(() => {
    const opened = openEditor(place.current!, {
      ...callbacks,
      markup: initial,
      label: said.label,
      leave: () => hint.current!.focus(),
      people: () => now.current.everyone,
      onUpdate: (isChanged) => {
        setState(opened.view.state)
        if (isChanged) onWrite()
      },
    })
    editor.current = opened
    setState(opened.view.state)
    return opened.close
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: people who are loaded later are suggested and shown then
  useEffect(() => {
    names.current = nameOf
    editor.current?.showNames()
  }, [editor, nameOf, everyone])
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
        {asked && (
          <ItemDetails asked={asked} view={editor.current!.view} nameOf={nameOf} suggest={suggest} onClose={close} />
        )}
        {offer && <SuggestionList view={editor.current!.view} offer={offer} />}
      </div>
      <Text ref={hint} tabIndex={-1} size="xs" c="dimmed" className={classes.hint}>
        {said.hint}
      </Text>
    </div>
  )
}

/** A day is meant from the meeting on; of a meeting that is over, from today on. */
function whoAndWhen({ everyone, start }: { everyone: KnownPerson[]; start: string | null }): [KnownPerson[], string] {
  const active = everyone.filter((person) => person.active)
  return [active, dayOf(new Date(Math.max(Date.now(), start ? Date.parse(start) : 0)))]
}

/** What the item does not have yet. */
function missing({ assignees, due }: Item, suggested: Suggested): Suggested {
  const people = suggested.assignees ?? []
  return {
    ...(people.length > 0 && assignees.length === 0 && { assignees: people }),
    ...(suggested.due && due === null && { due: suggested.due }),
  }
}

function placeOf(button: HTMLElement, place: HTMLElement) {
  const [inner, outer] = [button.getBoundingClientRect(), place.getBoundingClientRect()]
  return { top: inner.bottom - outer.top, left: inner.left - outer.left + inner.width / 2 }
}
