/** What transcribes recordings and writes notes, and which models the machine has. */
import { Code, Stack, Table, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { enginesQuery } from '../../api/engines.ts'
import { bytes } from '../../ui/format.ts'
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
        {({ transcription, notes, models }) => (
          <Stack gap="sm">
            <Text size="sm">{transcription ? said.transcribes(nameOf(transcription)) : said.transcribesNot}</Text>
            {!transcription && (
              <>
                <Text size="sm">{said.how}</Text>
                <Code block>npx --no minutebook models add speech</Code>
              </>
            )}
            <Text size="sm">{notes.kind === 'embedded' ? said.quotes : said.writes(nameOf(notes))}</Text>
            {models.length > 0 && <Models models={models} />}
          </Stack>
        )}
      </Loaded>
    </Setting>
  )
}

const nameOf = ({ kind, model }: Found['notes']) => (model === null ? kind : `${model} (${kind})`)

function Models({ models }: { models: Found['models'] }) {
  return (
    <Table.ScrollContainer minWidth={320}>
      <Table>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{said.model}</Table.Th>
            <Table.Th>{said.purpose}</Table.Th>
            <Table.Th>{said.size}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {models.map(({ name, purpose, bytes: size }) => (
            <Table.Tr key={name}>
              <Table.Td>{name}</Table.Td>
              <Table.Td>{said.purposes[purpose] ?? purpose}</Table.Td>
              <Table.Td>{bytes(size)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}
