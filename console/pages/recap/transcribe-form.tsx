/** Asks how a recording is to be transcribed again, and names the corrections by hand that it would replace. */
import { NumberInput, Select, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Recap } from '../../api/correct-recording.ts'
import type { Engines } from '../../api/engines.ts'
import { changesQuery, useTranscribeAgain, type Wanted } from '../../api/recording-progress.ts'
import { DialogForm } from '../../ui/dialog-form.tsx'
import { LanguageField } from '../../ui/language-field.tsx'
import { words } from '../../words/words.ts'
import { LostCorrections } from './lost-corrections.tsx'
import { correctionsOf } from './outcome.ts'

const { again: said } = words.recap

/** As in the API. */
const maxSpeakers = 20

export function TranscribeForm({ recap, engines, onClose }: { recap: Recap; engines: Engines; onClose: () => void }) {
  const [wanted, setWanted] = useState<Wanted>({})
  const change = (change: Wanted) => setWanted({ ...wanted, ...change })
  const { data: changes } = useQuery(changesQuery(recap.id))
  const lost = changes && correctionsOf(changes)
  const again = useTranscribeAgain(recap.id)
  const isReplacing = lost !== undefined && lost.length > 0
  return (
    <DialogForm
      title={said.title}
      onClose={onClose}
      onSubmit={() => again.mutate({ ...wanted, replace_corrections: isReplacing }, { onSuccess: onClose })}
      action={isReplacing ? said.replace : said.open}
      isFinal={isReplacing}
      isDisabled={lost === undefined}
      mutation={again}
    >
      <Text size="sm">{said.why}</Text>
      <LanguageField value={wanted.language_code} onChange={(language_code) => change({ language_code })} />
      {engines.transcription?.speakers && (
        <NumberInput
          size="sm"
          label={said.speakers}
          placeholder={said.anyNumber}
          min={1}
          max={maxSpeakers}
          allowDecimal={false}
          clampBehavior="strict"
          value={wanted.speakers ?? ''}
          onChange={(number) => change({ speakers: typeof number === 'number' ? number : undefined })}
        />
      )}
      <ModelField engines={engines} value={wanted.model} onChange={(model) => change({ model })} />
      {isReplacing && <LostCorrections changes={lost} />}
    </DialogForm>
  )
}

type ModelProps = { engines: Engines; value: string | undefined; onChange: (name: string | undefined) => void }

/** Shown only if this machine transcribes, and has a choice of models. */
function ModelField({ engines: { transcription, models }, value, onChange }: ModelProps) {
  const names = models.filter(({ purpose }) => purpose === 'words').map(({ name }) => name)
  if (transcription?.kind !== 'local' || names.length < 2) return null
  return (
    <Select
      size="sm"
      label={said.model}
      allowDeselect={false}
      data={names}
      value={value ?? transcription.model}
      onChange={(name) => onChange(name ?? undefined)}
    />
  )
}
