/** A note for people who may edit it: title and agenda, saved automatically. */
import { useMemo, useRef, useState } from 'react'
import { EditableTitle } from '../../ui/editable-title.tsx'
import { words } from '../../words/words.ts'
import { Part } from '../recap/part.tsx'
import { AgendaEditor, type Meeting } from './editor/agenda-editor.tsx'
import { Conflict } from './editor/conflict.tsx'
import { Leaving } from './editor/leaving.tsx'
import type { Editor } from './editor/open-editor.ts'
import type { Text, Version } from './editor/saver.ts'
import { SavingSign } from './editor/saving-sign.tsx'
import { useSaver, type Written } from './editor/use-saver.ts'

type Props = {
  noteId: string
  userId: string
  version: Version
  meeting: Meeting
  nameOf: (userId: string) => string
  /** Of the agenda; `read` gives what the page shows. */
  menu: (read: () => Text) => React.ReactNode
  /** Shown between title and agenda. */
  children: React.ReactNode
}

export function NoteEditor({ noteId, userId, version, meeting, nameOf, menu, children }: Props) {
  const editor = useRef<Editor>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: it reads the present values when called
  const written: Written = useMemo(
    () => ({
      read: () => ({ title: titleNow.current, markup: editor.current!.read() }),
      begin: () => editor.current!.begin(),
      end: ({ markup }) => editor.current!.end(markup),
      adopt: (text, why) => {
        write(text.title)
        editor.current!.adopt(text.markup, why)
      },
    }),
    [],
  )
  const { saver, state, initial, leaving } = useSaver({ noteId, userId, version, written })
  const [title, setTitle] = useState(initial.title)
  const titleNow = useRef(title)
  const write = (next: string) => {
    titleNow.current = next
    setTitle(next)
  }
  const rename = (next: string) => {
    write(next)
    saver.touch()
  }
  return (
    <>
      <EditableTitle title={title} mayEdit onRename={rename} />
      {children}
      <Part title={words.note.agenda} action={menu(() => (editor.current ? written.read() : initial))}>
        <AgendaEditor
          editor={editor}
          initial={initial.markup}
          meeting={meeting}
          nameOf={nameOf}
          onWrite={() => saver.touch()}
          sign={<SavingSign state={state} />}
        />
      </Part>
      <Conflict
        state={state}
        nameOf={nameOf}
        onMine={() => void saver.keepMine()}
        onTheirs={() => saver.takeTheirs()}
      />
      <Leaving {...leaving} />
    </>
  )
}
