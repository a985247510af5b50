/** Sends all failed deliveries of a period again. */
import { Button, Group, Stack, Text } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useRecover } from '../../api/deliveries.ts'
import { MomentField } from '../../ui/day-fields.tsx'
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

function RecoverForm({ webhookId, onDone }: { webhookId: string; onDone: () => void }) {
  const [since, setSince] = useState('')
  const [until, setUntil] = useState('')
  const recover = useRecover(webhookId)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    recover.mutate(
      { since, ...(until && { until }) },
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
      <Group grow align="flex-start">
        <MomentField label={said.since} isRequired value={since} onChange={setSince} />
        <MomentField label={said.until} value={until} onChange={setUntil} />
      </Group>
      <Refusal error={recover.error} />
      <Group justify="flex-end">
        <Button type="submit" disabled={since === ''} loading={recover.isPending}>
          {said.recoverNow}
        </Button>
      </Group>
    </Stack>
  )
}
