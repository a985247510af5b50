/** Shows the state of saving beside the text. */
import { Text } from '@mantine/core'
import { words } from '../../../words/words.ts'
import type { SaverState } from './saver.ts'

const { saving: said } = words.note

export function SavingSign({ state }: { state: SaverState }) {
  const isBad = state.kind === 'refused' || state.kind === 'conflict' || state.kind === 'waiting'
  return (
    <Text size="sm" c={isBad ? 'var(--mantine-color-error)' : 'dimmed'} role="status" ta="end">
      {state.kind === 'refused' ? said.refused(state.message) : said[state.kind]}
    </Text>
  )
}
