/** The usage of limited resources. */
import { Group, Progress, Stack, Text } from '@mantine/core'
import type { workspaceQuery } from '../../api/workspace.ts'
import { bytes, count } from '../../ui/format.ts'
import { adminWords } from '../../words/admin/words.ts'
import { Setting } from './setting.tsx'

const { usage: said } = adminWords

type Usage = Awaited<ReturnType<NonNullable<typeof workspaceQuery.queryFn>>>['usage']

export function Usage({ usage }: { usage: Usage }) {
  const { media_bytes, media_bytes_limit, workspace_webhooks, workspace_webhooks_limit } = usage
  return (
    <Setting title={said.title}>
      <Stack gap="md">
        <Meter label={said.media} used={media_bytes} limit={media_bytes_limit} as={bytes} />
        <Meter
          label={said.workspaceWebhooks}
          used={workspace_webhooks ?? 0}
          limit={workspace_webhooks_limit}
          as={count}
        />
        <Meter label={said.ownWebhooks} used={usage.webhooks} limit={usage.webhooks_limit} as={count} />
        <Meter label={said.ownUploads} used={usage.open_uploads} limit={usage.open_uploads_limit} as={count} />
        <Meter label={said.tokens} used={usage.llm_tokens_this_month} limit={usage.llm_tokens_limit} as={count} />
        <Meter label={said.questions} used={usage.questions_today} limit={usage.questions_limit} as={count} />
      </Stack>
    </Setting>
  )
}

type MeterProps = { label: string; used: number; limit: number | null; as: (number: number) => string }

function Meter({ label, used, limit, as }: MeterProps) {
  return (
    <div>
      <Group justify="space-between" mb={4}>
        <Text size="sm">{label}</Text>
        <Text size="sm" c="dimmed">
          {limit === null ? said.unlimited(as(used)) : said.of(as(used), as(limit))}
        </Text>
      </Group>
      {limit !== null && <Progress value={limit === 0 ? 0 : (used / limit) * 100} size="sm" aria-label={label} />}
    </div>
  )
}
