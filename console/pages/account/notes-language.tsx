/** The language of the AI notes of one's meetings. */
import { Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { meQuery, useChangeMe } from '../../api/me.ts'
import { usePrefetched } from '../../api/use-prefetched.ts'
import { NotesLanguageField } from '../../ui/language-field.tsx'
import { Loaded } from '../../ui/section.tsx'
import { words } from '../../words/words.ts'

const { notesLanguage: said } = words

export function NotesLanguage() {
  const me = useQuery(usePrefetched(meQuery))
  const change = useChangeMe()
  return (
    <section>
      <Title order={2} size="h4" mb="sm">
        {said.title}
      </Title>
      <Loaded of={me}>
        {({ notes_language = null }) => (
          <NotesLanguageField
            value={
              change.variables && 'notes_language' in change.variables
                ? change.variables.notes_language
                : notes_language
            }
            description={said.mine}
            otherwise={said.asWorkspace}
            onChange={(tag) => change.mutate({ notes_language: tag }, { onError: change.reset })}
          />
        )}
      </Loaded>
    </section>
  )
}
