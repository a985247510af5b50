/** What transcribes recordings and writes notes. */
import { Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { enginesQuery } from '../../api/engines.ts'
import { Loaded } from '../../ui/section.tsx'
import { adminWords } from '../../words/admin/words.ts'
import { Missing } from './missing.tsx'
import { Setting } from './setting.tsx'
import { settingsOf } from './settings-of.ts'

const { engines: said } = adminWords

type Found = Awaited<ReturnType<NonNullable<typeof enginesQuery.queryFn>>>

export function Engines() {
  const engines = useQuery(enginesQuery)
  return (
    <Setting id="engines" title={said.title}>
      <Loaded of={engines}>
        {({ transcription, notes }) => (
          <Stack gap="sm">
            {transcription ? (
              <Text size="sm">{said.transcribes(nameOf(transcription))}</Text>
            ) : (
              <Missing settings={settingsOf.transcriptionService}>{said.transcribesNot}</Missing>
            )}
            {notes.kind === 'embedded' ? (
              <Missing settings={settingsOf.notesService}>{said.quotes}</Missing>
            ) : (
              <Text size="sm">{said.writes(nameOf(notes))}</Text>
            )}
          </Stack>
        )}
      </Loaded>
    </Setting>
  )
}

const nameOf = ({ kind, model }: Found['notes']) => (model === null ? kind : `${model} (${kind})`)
