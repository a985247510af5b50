/** The language of AI notes where nobody chose another. */
import { useAtOnce } from '../../api/use-at-once.ts'
import { type Settings, useChangeWorkspace } from '../../api/workspace.ts'
import { NotesLanguageField } from '../../ui/language-field.tsx'
import { words } from '../../words/words.ts'
import { Setting } from './setting.tsx'

const { notesLanguage: said } = words

export function NotesLanguage({ settings }: { settings: Settings }) {
  const { mutateAsync } = useChangeWorkspace()
  const [tag, choose] = useAtOnce(settings.notes_language, (notes_language) => mutateAsync({ notes_language }))
  return (
    <Setting title={said.title}>
      <NotesLanguageField value={tag} description={said.workspace} otherwise={said.asService} onChange={choose} />
    </Setting>
  )
}
