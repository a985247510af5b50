/** "This is me": gives one's voice, after a sentence of consent, and names the speaker. */
import { Button, Group, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useSuspenseQuery } from '@tanstack/react-query'
import { type Recap, useCorrect } from '../../api/correct-recording.ts'
import { sessionQuery } from '../../api/queries.ts'
import { useGiveVoice, useOwnVoice } from '../../api/voice.ts'
import { ClaimState } from '../../ui/claim-state.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { noticeDone } from '../../ui/notices.ts'
import { refusalOf } from '../../ui/refusal.ts'
import { words } from '../../words/words.ts'

const { voice: said } = words.recap

/**
 * Nobody claims somebody else's name, but one that was given by voice: that voice may be the person's own. Others are those
 * that transcribers give to speakers whom they do not know.
 */
const mayBeMe = ({ transcript }: Recap, speaker: string, ownName: string) =>
  speaker === ownName ||
  /^Speaker (\d+|[A-Z]{1,2})$/.test(speaker) ||
  transcript?.recognised?.some((each) => each.speaker === speaker)

export function ThisIsMe({ recap, speaker, mayEdit }: { recap: Recap; speaker: string; mayEdit: boolean }) {
  const [isOpen, { open, close }] = useDisclosure(false)
  const { user, actingBy } = useSuspenseQuery(sessionQuery).data
  const voice = useOwnVoice()
  const give = useGiveVoice(recap.id)
  const correct = useCorrect(recap, { asOpened: false })
  if (actingBy || !mayBeMe(recap, speaker, user.full_name)) return null
  const claim = voice?.claims.find((each) => each.recording_id === recap.id && each.speaker === speaker)
  if (claim) return <ClaimState claim={claim} />
  const confirm = async () => {
    const { claims } = await give.mutateAsync(speaker)
    const waits = claims.some(({ recording_id }) => recording_id === recap.id)
    // What waits may be somebody else's voice, so nobody is named by it.
    if (!waits && mayEdit && speaker !== user.full_name)
      await correct.mutateAsync({ speakers: { [speaker]: user.full_name } })
    noticeDone(waits ? said.waits : said.given)
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
