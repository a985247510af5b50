/** What the operator sets or types for what is not set up. */
import { Code, Group, Stack, Text } from '@mantine/core'

export function Missing({ settings, children }: { settings: readonly string[]; children: string }) {
  return (
    <Stack gap="xs" align="flex-start">
      <Text size="sm">{children}</Text>
      <Group gap="xs">
        {settings.map((each) => (
          <Code key={each}>{each}</Code>
        ))}
      </Group>
    </Stack>
  )
}
