/** Why "this is me" of the person waits. */
import { Text } from '@mantine/core'
import type { VoiceClaim } from '../api/voice.ts'
import { words } from '../words/words.ts'

const { voice: said } = words.recap

export function ClaimState({ claim: { waits_for, denied } }: { claim: VoiceClaim }) {
  const names = waits_for.map(({ full_name }) => full_name)
  const why = denied ? said.denied : names.length > 0 ? said.waitsFor(names.join(', ')) : said.needsWord
  return (
    <Text size="sm" c="dimmed" dir="auto">
      {why}
    </Text>
  )
}
