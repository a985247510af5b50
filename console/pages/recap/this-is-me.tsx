/** "This is me": gives one's voice, after a sentence of consent, and names the speaker. */
import { Button, Group, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useSuspenseQuery } from '@tanstack/react-query'
import { type Recap, useCorrect } from '../../api/correct-recording.ts'
import { sessionQuery } from '../../api/queries.ts'
import { useGiveVoice } from '../../api/voice.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { noticeDone } from '../../ui/notices.ts'
import { refusalOf } from '../../ui/refusal.ts'
import { words } from '../../words/words.ts'

const { voice: said } = words.recap

/** Nobody claims somebody else's name; as transcribers call speakers whom they do not know. */
const mayBeMe = (speaker: string, ownName: string) => speaker === ownName || /^Speaker (\d+|[A-Z]{1,2})$/.test(speaker)

export function ThisIsMe({ recap, speaker, mayEdit }: { recap: Recap; speaker: string; mayEdit: boolean }) {
  const [isOpen, { open, close }] = useDisclosure(false)
  const { user, actingBy } = useSuspenseQuery(sessionQuery).data
  const give = useGiveVoice(recap.id)
  const correct = useCorrect(recap, { asOpened: false })
  if (actingBy || !mayBeMe(speaker, user.full_name)) return null
  const confirm = async () => {
    await give.mutateAsync(speaker)
    if (mayEdit && speaker !== user.full_name) await correct.mutateAsync({ speakers: { [speaker]: user.full_name } })
    noticeDone(said.given)
    close()
  }
  const error = give.error ?? correct.error
  return (
    <>
      <Button size="compact-xs" variant="subtle" aria-label={said.thisIsMeOf(speaker)} onClick={open}>
        {said.thisIsMe}
      </Button>
      <Dialog isOpen={isOpen} onClose={close} title={said.thisIsMeOf(speaker)}>
        <Stack gap="lg">
          <Text size="sm">{said.consent}</Text>
          {error && (
            <Text size="sm" c="red" role="alert">
              {refusalOf(error)}
            </Text>
          )}
          <Group justify="flex-end">
            <Button variant="default" onClick={close}>
              {words.cancel}
            </Button>
            <Button loading={give.isPending || correct.isPending} onClick={() => void confirm().catch(() => {})}>
              {said.agree}
            </Button>
          </Group>
        </Stack>
      </Dialog>
    </>
  )
}
