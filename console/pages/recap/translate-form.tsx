/** Asks into which language the notes are to be translated. */
import { Select, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslateNotes } from '../../api/translations.ts'
import { DialogForm } from '../../ui/dialog-form.tsx'
import { languages } from '../../ui/language-field.tsx'
import { language, words } from '../../words/words.ts'

const { translation: said } = words.recap

type Props = { recordingId: string; onAsked: (tag: string) => void; onClose: () => void }

export function TranslateForm({ recordingId, onAsked, onClose }: Props) {
  const [tag, setTag] = useState<string | null>(language)
  const translate = useTranslateNotes(recordingId)
  const ask = () =>
    translate.mutate(tag!, {
      onSuccess: ({ notes_language }) => {
        onAsked(notes_language)
        onClose()
      },
    })
  return (
    <DialogForm
      title={said.title}
      onClose={onClose}
      onSubmit={ask}
      action={said.action}
      isDisabled={tag === null}
      mutation={translate}
    >
      <Text size="sm">{said.what}</Text>
      <Select label={said.language} searchable allowDeselect={false} data={languages} value={tag} onChange={setTag} />
    </DialogForm>
  )
}
