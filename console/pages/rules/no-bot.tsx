/** Says that no bot can come, and offers what can be done instead. */
import { Button, Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { rulesQuery } from '../../api/rules.ts'
import { NextStep } from '../../ui/next-step.tsx'
import { words } from '../../words/words.ts'

const { form: said } = words.rules

export function NoBot({ onRemind }: { onRemind?: () => void }) {
  const { data } = useQuery(rulesQuery)
  if (data?.bots !== false) return null
  return (
    <Group gap="xs">
      <Text size="sm" c="var(--mantine-color-error)">
        <NextStep of="bots" />
      </Text>
      {onRemind && (
        <Button variant="default" size="compact-sm" onClick={onRemind}>
          {said.records.remind}
        </Button>
      )}
    </Group>
  )
}
