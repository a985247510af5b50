/** Changes a webhook; another address is asked first. */
import { Text } from '@mantine/core'
import { useChangeWebhook, type Webhook } from '../../api/webhooks.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { WebhookForm } from '../../ui/webhook-form.tsx'
import { words } from '../../words/words.ts'

type Props = { webhook: Webhook; isOpen: boolean; onClose: () => void }

export function EditWebhook({ webhook, isOpen, onClose }: Props) {
  const change = useChangeWebhook(webhook.id)
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={words.webhook.edit} size="lg">
      <WebhookForm
        from={webhook}
        action={words.save}
        isNamed={webhook.scope === 'workspace'}
        isPending={change.isPending}
        error={change.error}
        onSubmit={(fields) => change.mutate(fields, { onSuccess: onClose })}
      >
        {webhook.header_names && (
          <Text size="sm" c="dimmed">
            {words.headers.moving}
          </Text>
        )}
      </WebhookForm>
    </Dialog>
  )
}
