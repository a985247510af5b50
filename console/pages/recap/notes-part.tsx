/** The AI notes: shows them in each language that they have, edits them as blocks, and has them rewritten. */
import { Button, Group, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Recap } from '../../api/correct-recording.ts'
import { enginesQuery } from '../../api/engines.ts'
import { useRewriteNotes } from '../../api/recording-progress.ts'
import { translationsQuery } from '../../api/translations.ts'
import { Confirm } from '../../ui/confirm.tsx'
import { isolated } from '../../ui/direction.ts'
import { later } from '../../ui/later.tsx'
import { NextStep } from '../../ui/next-step.tsx'
import { words } from '../../words/words.ts'
import { AiNotes, isEmpty } from './ai-notes.tsx'
import { NotesLanguages } from './notes-languages.tsx'
import { Part } from './part.tsx'
import type { Beside } from './shown-sections.ts'
import { TranslatedNotes } from './translated-notes.tsx'
import type { Work } from './use-progress.ts'
import { Working } from './working.tsx'

const { correct: said } = words.recap
const EditNotes = later(async () => (await import('./edit-notes.tsx')).EditNotes)

type Props = Beside & {
  recap: Recap
  mayEdit: boolean
  /** Words to mark; '' for none. */
  marked: string
  work: Work
  onSeek: (seconds: number) => void
}

export function NotesPart({ work, ...props }: Props) {
  const { recap, mayEdit } = props
  const [isEdited, edit] = useDisclosure(false)
  const isFirst = recap.ai_notes_status === 'writing'
  const isWriting = isFirst || work.progress?.stage === 'writing'
  const [language, setLanguage] = useState<string | null>(null)
  const { data: translations = [] } = useQuery(translationsQuery(recap.id))
  const translation = translations.find(({ notes_language }) => notes_language === language)
  const hasNotes = recap.ai_notes != null && !isEmpty(recap.ai_notes)
  const actions = !isEdited && !isWriting && (
    <Group gap={4} justify="flex-end">
      {hasNotes && (
        <NotesLanguages
          recordingId={recap.id}
          translations={translations}
          shown={translation ? language : null}
          onShow={setLanguage}
        />
      )}
      {mayEdit && !translation && <Actions recap={recap} onEdit={edit.open} />}
    </Group>
  )
  return (
    <Part title={words.recap.notes} action={actions}>
      {isWriting && <Working recap={recap} work={work} stage="writing" />}
      {isEdited ? (
        <EditNotes recap={recap} onSeek={props.onSeek} onDone={edit.close} />
      ) : (
        !isFirst &&
        (translation ? (
          <TranslatedNotes recap={recap} translation={translation} onSeek={props.onSeek} />
        ) : (
          <WrittenNotes {...props} />
        ))
      )}
    </Part>
  )
}

function WrittenNotes({ recap, mayEdit, hasItems, hasDecisions, hasMarks, marked, onSeek }: Omit<Props, 'work'>) {
  const { ai_notes: notes } = recap
  const leftOut = notes?.usage?.dropped ?? 0
  const isEmbedded = notes?.generated_by === 'embedded' && !notes.imported
  const { data: engines } = useQuery(enginesQuery)
  return (
    <>
      {notes?.imported && (
        <Text size="sm" c="dimmed" mb="sm" role="note">
          {said.imported(authorOf(notes))}
        </Text>
      )}
      {isEmbedded && (
        <Text size="sm" c="dimmed" mb="sm" role="note">
          {isInsteadOfModel(recap) ? said.insteadOfModel : !isEmpty(notes) && said.quoted}{' '}
          {!isInsteadOfModel(recap) && engines?.notes.kind === 'embedded' && <NextStep of="decisions" />}
          {isInsteadOfModel(recap) && mayEdit && recap.transcript && said.askAgain}
        </Text>
      )}
      {leftOut > 0 && !isEmbedded && (
        <Text size="sm" c="dimmed" mb="sm" role="note">
          {words.recap.leftOut(leftOut)}
        </Text>
      )}
      <AiNotes
        notes={notes}
        hasItems={hasItems}
        hasDecisions={hasDecisions}
        hasMarks={hasMarks}
        marked={marked}
        onSeek={onSeek}
      />
    </>
  )
}

/** Whom the import names; null where it names nobody. */
const authorOf = ({ generated_by = 'imported' }: NonNullable<Recap['ai_notes']>) =>
  generated_by === 'imported' ? null : isolated(generated_by)

/** The embedded writer has no usage of its own: it is that of a language model which failed. */
const isInsteadOfModel = ({ ai_notes }: Recap) => ai_notes?.usage !== undefined

function Actions({ recap, onEdit }: { recap: Recap; onEdit: () => void }) {
  const [isAsked, ask] = useDisclosure(false)
  const anew = useRewriteNotes(recap.id)
  const write = () => {
    ask.close()
    anew.mutate()
  }
  return (
    <>
      {recap.transcript && (
        <Button variant="subtle" size="compact-sm" loading={anew.isPending} onClick={ask.open}>
          {said.anew}
        </Button>
      )}
      <Button variant="subtle" size="compact-sm" aria-label={said.notes} onClick={onEdit}>
        {words.recap.edit}
      </Button>
      <Confirm isOpen={isAsked} onClose={ask.close} title={said.anewTitle} action={said.anew} onConfirm={write}>
        {said.anewWhy}
      </Confirm>
    </>
  )
}
