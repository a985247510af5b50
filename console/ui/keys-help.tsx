/** All keyboard shortcuts. */
import { Group, Kbd, Stack, Text } from '@mantine/core'
import { words } from '../words/words.ts'

const { keys } = words
const shortcuts: [string[], string][] = [
  [['n'], keys.newNote],
  [['r'], keys.record],
  [['m'], keys.mark],
  [['Ctrl', 'K'], keys.palette],
  [['/'], keys.search],
  [['f'], keys.searchHere],
  [['j'], keys.next],
  [['k'], keys.previous],
  [['x'], keys.check],
  [['Space'], keys.play],
  [['←'], keys.back],
  [['→'], keys.forward],
  [['?'], keys.help],
]

export function KeysHelp() {
  return (
    <Stack gap="sm">
      {shortcuts.map(([names, meaning]) => (
        <Group key={meaning} justify="space-between">
          <Text size="sm">{meaning}</Text>
          <Group gap={4}>
            {names.map((name) => (
              <Kbd key={name}>{name}</Kbd>
            ))}
          </Group>
        </Group>
      ))}
    </Stack>
  )
}
