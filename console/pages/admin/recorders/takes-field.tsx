/** Whether a recorder imports the service's transcript, or the media, which are transcribed here. */
import { Radio, Stack } from '@mantine/core'
import type { Kind, Takes } from '../../../api/recorder.ts'
import { adminWords } from '../../../words/admin/words.ts'

const { recorders: said } = adminWords

type Props = { kind: Kind; value: Takes; onChange: (takes: Takes) => void }

export function TakesField({ kind, value, onChange }: Props) {
  return (
    <Radio.Group label={said.whatIsTaken} value={value} onChange={(next) => onChange(next as Takes)}>
      <Stack gap="xs" mt={6}>
        {(['transcript', 'media'] as const).map((takes) => (
          <Radio
            key={takes}
            value={takes}
            label={said.takesLong[takes]}
            description={said.takesHints[kind][takes]}
            // They contain names of events and permissions that are wider than a phone.
            styles={{ description: { overflowWrap: 'anywhere' } }}
          />
        ))}
      </Stack>
    </Radio.Group>
  )
}
