/** Whether a recorder takes what the service wrote down, or the media, which are transcribed here. */
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
            // They name events and permissions, which are longer than a phone is wide.
            styles={{ description: { overflowWrap: 'anywhere' } }}
          />
        ))}
      </Stack>
    </Radio.Group>
  )
}
