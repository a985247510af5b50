/** What people were told before the recording, by whom and when. */
import { Text } from '@mantine/core'
import type { Recap } from '../../api/correct-recording.ts'
import { hour } from '../../ui/format.ts'
import { Time } from '../../ui/time.tsx'
import { words } from '../../words/words.ts'

export function Consent({ consent }: { consent: NonNullable<Recap['consent']> }) {
  const { text, told, by, at } = consent
  return (
    <Text c="dimmed" size="sm" mt={4} style={{ overflowWrap: 'anywhere' }}>
      <Time at={at} as={hour} /> · {words.recap.consent(by?.full_name ?? words.recap.somebody, told.join(', '))} “{text}
      ”
    </Text>
  )
}
