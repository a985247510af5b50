/** After a 412: the glossary is read again, and what was typed is still there to be saved. */
import { Text } from '@mantine/core'
import { adminWords } from '../../../words/admin/words.ts'

export const Stale = () => (
  <Text c="var(--mantine-color-error)" size="sm" role="alert">
    {adminWords.glossary.stale}
  </Text>
)
