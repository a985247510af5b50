/** The notes in another language, marked as translated. */
import { Button, Group, Text } from '@mantine/core'
import type { Recap } from '../../api/correct-recording.ts'
import { type Translation, useTranslateNotes } from '../../api/translations.ts'
import { languageName } from '../../ui/language-field.tsx'
import { words } from '../../words/words.ts'
import { AiNotes } from './ai-notes.tsx'

const { translation: said } = words.recap

type Props = { recap: Recap; translation: Translation; onSeek: (seconds: number) => void }

export function TranslatedNotes({ recap, translation, onSeek }: Props) {
  const { notes_language: tag, status, generated_by, sections, failure_reason } = translation
  const name = languageName(tag)
  const again = useTranslateNotes(recap.id)
  if (status === 'writing')
    return (
      <Text c="dimmed" role="status">
        {said.writing(name)}
      </Text>
    )
  if (!sections)
    return (
      <Group gap="sm" role="alert">
        <Text>{[said.failed(name), failure_reason].filter(Boolean).join(' ')}</Text>
        <Button variant="default" size="xs" loading={again.isPending} onClick={() => again.mutate(tag)}>
          {said.again}
        </Button>
      </Group>
    )
  return (
    <>
      <Text size="sm" c="dimmed" mb="sm" role="note">
        {said.by(name, generated_by ?? '')}
      </Text>
      <div lang={tag}>
        {/* Items and decisions beside the notes are in the language of the meeting, so the translated ones are shown. */}
        <AiNotes
          notes={{ markdown: '', sections }}
          hasItems={false}
          hasDecisions={false}
          hasMarks={false}
          marked=""
          onSeek={onSeek}
        />
      </div>
    </>
  )
}
