/** Asks for the name of a speaker, and whether it is theirs here or everywhere. */
import { Autocomplete, Radio, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type Recap, useCorrect } from '../../api/correct-recording.ts'
import { peopleQuery } from '../../api/people.ts'
import { words } from '../../words/words.ts'
import { CorrectionForm } from './correction-form.tsx'
import type { Range } from './turns.ts'

const { correct: said } = words.recap

type Props = {
  recap: Recap
  speaker: string
  /** The segments whose name was pressed; without them the name changes everywhere. */
  here?: Range
  onDone: () => void
}

export function RenameForm({ recap, speaker, here, onDone }: Props) {
  const [isHere, setHere] = useState(here !== undefined)
  const [name, setName] = useState(speaker)
  const { data: everyone = [] } = useQuery(peopleQuery)
  const correct = useCorrect(recap)
  const spoke = recap.transcript?.speech_segments.map((segment) => segment.speaker) ?? []
  const names = [...new Set([...spoke, ...everyone.map(({ full_name }) => full_name)])]
  const wanted = name.trim()
  const isWritten = wanted !== '' && wanted !== speaker
  const save = () =>
    correct.mutate(here && isHere ? { segments: namesOf(here, wanted) } : { speakers: { [speaker]: wanted } }, {
      onSuccess: onDone,
    })
  return (
    <CorrectionForm mutation={correct} isWritten={isWritten} onSave={save} onCancel={onDone}>
      <Autocomplete
        label={said.name}
        description={isHere ? undefined : said.renameHint}
        data={names}
        value={name}
        onChange={setName}
        maxLength={255}
        limit={8}
        openOnFocus={false}
        data-autofocus
      />
      {here && (
        <Radio.Group
          mt="sm"
          label={said.where}
          value={isHere ? 'here' : 'everywhere'}
          onChange={(where) => setHere(where === 'here')}
        >
          <Stack gap="xs" mt="xs">
            <Radio value="here" label={said.here(here.count)} />
            <Radio value="everywhere" label={said.everywhere(speaker)} />
          </Stack>
        </Radio.Group>
      )}
    </CorrectionForm>
  )
}

const namesOf = ({ first, count }: Range, speaker: string) =>
  Array.from({ length: count }, (_, offset) => ({ index: first + offset, speaker }))
