/** Changes a webhook; a new address is verified first. */
import { Text } from '@mantine/core'
import { useState } from 'react'
import { useChangeWebhook, type Webhook } from '../../api/webhooks.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { WebhookForm } from '../../ui/webhook-form.tsx'
import { words } from '../../words/words.ts'

type Props = { webhook: Webhook; isOpen: boolean; onClose: () => void }

export function EditWebhook({ webhook, isOpen, onClose }: Props) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={words.webhook.edit} size="lg">
      <Edit webhook={webhook} onDone={onClose} />
    </Dialog>
  )
}

/** Changes the webhook as it was when the dialog was opened. */
function Edit({ webhook, onDone }: { webhook: Webhook; onDone: () => void }) {
  const [before] = useState(webhook)
  const change = useChangeWebhook(before)
  return (
    <WebhookForm
      from={before}
      action={words.save}
      isNamed={before.scope === 'workspace'}
      isPending={change.isPending}
      error={change.error}
      onSubmit={(fields) => change.mutate(fields, { onSuccess: onDone })}
    >
      {before.header_names && (
        <Text size="sm" c="dimmed">
          {words.headers.moving}
        </Text>
      )}
    </WebhookForm>
  )
}
