/** Sends a bot into the call of a meeting that is on or soon, and withdraws it. Without a recorder that can, nothing is shown. */
import { Button, Group, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconRobot } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { botQuery, useSendBot, useWithdrawBot } from '../../api/bot.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { hour } from '../../ui/format.ts'
import { Refusal } from '../../ui/section.tsx'
import { Time } from '../../ui/time.tsx'
import { words } from '../../words/words.ts'

const { bot: said } = words

export const dayMs = 86_400_000

/** On other days nobody is asked whether a bot can be sent. */
export function isToday(start: string | null, end: string | null, now: number): boolean {
  return start !== null && end !== null && now < Date.parse(end) && now > Date.parse(start) - dayMs
}

export function BotInCall({ noteId }: { noteId: string }) {
  const { data } = useQuery(botQuery(noteId))
  const withdraw = useWithdrawBot(noteId)
  if (!data) return null
  if (data.bot)
    return (
      <Group gap="xs" w="100%">
        <Text size="sm" c="dimmed">
          {said.isThere(data.name)} <Time at={data.bot.sent_at} as={hour} />
        </Text>
        {data.may_withdraw && (
          <Button variant="default" size="sm" loading={withdraw.isPending} onClick={() => withdraw.mutate()}>
            {said.withdraw}
          </Button>
        )}
      </Group>
    )
  return data.may_send ? <SendBot noteId={noteId} name={data.name} /> : null
}

function SendBot({ noteId, name }: { noteId: string; name: string }) {
  const [isOpen, { open, close }] = useDisclosure(false)
  const send = useSendBot(noteId)
  return (
    <>
      <Button variant="default" size="sm" leftSection={<IconRobot size={16} stroke={1.6} />} onClick={open}>
        {said.open}
      </Button>
      <Dialog isOpen={isOpen} onClose={close} title={said.title}>
        <Stack gap="lg">
          <Text>{said.what(name)}</Text>
          <Refusal error={send.error} />
          <Group justify="flex-end">
            <Button variant="default" onClick={close}>
              {words.cancel}
            </Button>
            <Button loading={send.isPending} onClick={() => send.mutate()} data-autofocus>
              {said.send}
            </Button>
          </Group>
        </Stack>
      </Dialog>
    </>
  )
}
