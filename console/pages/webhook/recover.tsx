/** Has everything of a stretch of time told again that did not arrive. */
import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useRecover } from '../../api/deliveries.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { noticeDone } from '../../ui/notices.ts'
import { Refusal } from '../../ui/section.tsx'
import { words } from '../../words/words.ts'

const { deliveries: said } = words

type Props = { webhookId: string; isOpen: boolean; onClose: () => void }

export function Recover({ webhookId, isOpen, onClose }: Props) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={said.recoverTitle}>
      <RecoverForm webhookId={webhookId} onDone={onClose} />
    </Dialog>
  )
}

/** What the browser's own field gives is a time of the person's zone. */
const utc = (local: string) => new Date(local).toISOString()

function RecoverForm({ webhookId, onDone }: { webhookId: string; onDone: () => void }) {
  const [since, setSince] = useState('')
  const [until, setUntil] = useState('')
  const recover = useRecover(webhookId)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    recover.mutate(
      { since: utc(since), ...(until && { until: utc(until) }) },
      {
        onSuccess: (recovered) => {
          noticeDone(said.recovered(recovered))
          onDone()
        },
      },
    )
  }
  return (
    <Stack component="form" onSubmit={submit}>
      <Text size="sm" c="dimmed">
        {said.recoverWhat}
      </Text>
      <Group grow>
        <TextInput
          type="datetime-local"
          label={said.since}
          required
          value={since}
          onChange={(event) => setSince(event.currentTarget.value)}
          data-autofocus
        />
        <TextInput
          type="datetime-local"
          label={said.until}
          value={until}
          onChange={(event) => setUntil(event.currentTarget.value)}
        />
      </Group>
      <Refusal error={recover.error} />
      <Group justify="flex-end">
        <Button type="submit" loading={recover.isPending}>
          {said.recoverNow}
        </Button>
      </Group>
    </Stack>
  )
}
