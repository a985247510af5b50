/** Whether a recorder imports the service's transcript, or the media, which are transcribed here. */
import { Anchor, Radio, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { enginesQuery } from '../../../api/engines.ts'
import type { Kind, Takes } from '../../../api/recorder.ts'
import { adminWords } from '../../../words/admin/words.ts'
import { isOwnServer } from './draft.ts'

const { recorders: said } = adminWords

type Props = { kind: Kind; value: Takes; onChange: (takes: Takes) => void }

export function TakesField({ kind, value, onChange }: Props) {
  const { data: engines } = useQuery(enginesQuery)
  return (
    <Radio.Group
      label={said.whatIsTaken}
      value={isOwnServer(kind) ? 'media' : value}
      onChange={(next) => onChange(next as Takes)}
    >
      <Stack gap="xs" mt={6}>
        {(isOwnServer(kind) ? (['media'] as const) : (['transcript', 'media'] as const)).map((takes) => (
          <Radio
            key={takes}
            value={takes}
            label={said.takesLong[takes]}
            description={said.takesHints[kind][takes]}
            // They contain names of events and permissions that are wider than a phone.
            styles={{ description: { overflowWrap: 'anywhere' } }}
          />
        ))}
        {engines?.transcription === null && (
          <Text size="sm" c="var(--mantine-color-error)">
            {said.takesNoMedia}{' '}
            <Anchor inherit renderRoot={(props) => <Link to="/admin" search={{ tab: 'installation' }} {...props} />}>
              {said.seeInstallation}
            </Anchor>
          </Text>
        )}
      </Stack>
    </Radio.Group>
  )
}
