/** What transcribes recordings and writes notes. */
import { Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { enginesQuery } from '../../api/engines.ts'
import { Loaded } from '../../ui/section.tsx'
import { adminWords } from '../../words/admin/words.ts'
import { Setting } from './setting.tsx'

const { engines: said } = adminWords

type Found = Awaited<ReturnType<NonNullable<typeof enginesQuery.queryFn>>>

export function Engines() {
  const engines = useQuery(enginesQuery)
  return (
    <Setting title={said.title}>
      <Loaded of={engines}>
        {({ transcription, notes }) => (
          <Stack gap="sm">
            <Text size="sm">{transcription ? said.transcribes(nameOf(transcription)) : said.transcribesNot}</Text>
            <Text size="sm">{notes.kind === 'embedded' ? said.quotes : said.writes(nameOf(notes))}</Text>
          </Stack>
        )}
      </Loaded>
    </Setting>
  )
}

const nameOf = ({ kind, model }: Found['notes']) => (model === null ? kind : `${model} (${kind})`)
