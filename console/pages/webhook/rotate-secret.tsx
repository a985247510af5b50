/** Creates a new secret, which is shown only once. */
import { Button, Group, Stack, Text } from '@mantine/core'
import { useRotateSecret } from '../../api/webhooks.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Secret } from '../../ui/secret.tsx'
import { Refusal } from '../../ui/section.tsx'
import { words } from '../../words/words.ts'

const { webhook: said } = words

type Props = { webhookId: string; isOpen: boolean; onClose: () => void }

export function RotateSecret({ webhookId, isOpen, onClose }: Props) {
  const rotate = useRotateSecret(webhookId)
  const close = () => {
    rotate.reset()
    onClose()
  }
  return (
    <Dialog isOpen={isOpen} onClose={close} title={said.rotate} isFirm={rotate.isPending || Boolean(rotate.data)}>
      {rotate.data ? (
        <Stack>
          <Secret label={words.webhooks.secret} secret={rotate.data.secret}>
            {words.webhooks.once}
          </Secret>
          <Button onClick={close}>{words.done}</Button>
        </Stack>
      ) : (
        <Stack>
          <Text>{said.rotateWhat}</Text>
          <Refusal error={rotate.error} />
          <Group justify="flex-end">
            <Button loading={rotate.isPending} onClick={() => rotate.mutate(undefined)}>
              {said.rotateNow}
            </Button>
          </Group>
        </Stack>
      )}
    </Dialog>
  )
}
