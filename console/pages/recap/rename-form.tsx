/** Asks for the new name of a speaker. */
import { Autocomplete } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type Recap, useCorrect } from '../../api/correct-recording.ts'
import { peopleQuery } from '../../api/people.ts'
import { words } from '../../words/words.ts'
import { CorrectionForm } from './correction-form.tsx'

const { correct: said } = words.recap

export function RenameForm({ recap, speaker, onDone }: { recap: Recap; speaker: string; onDone: () => void }) {
  const [name, setName] = useState(speaker)
  const { data: everyone = [] } = useQuery(peopleQuery)
  const correct = useCorrect(recap)
  const spoke = recap.transcript?.speech_segments.map((segment) => segment.speaker) ?? []
  const names = [...new Set([...spoke, ...everyone.map(({ full_name }) => full_name)])]
  const save = () => {
    const wanted = name.trim()
    if (!wanted || wanted === speaker) onDone()
    else correct.mutate({ speakers: { [speaker]: wanted } }, { onSuccess: onDone })
  }
  return (
    <CorrectionForm error={correct.error} isPending={correct.isPending} onSave={save} onCancel={onDone}>
      <Autocomplete
        label={said.name}
        description={said.renameHint}
        data={names}
        value={name}
        onChange={setName}
        maxLength={255}
        limit={8}
        openOnFocus={false}
        data-autofocus
      />
    </CorrectionForm>
  )
}
