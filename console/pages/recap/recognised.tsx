/** Marks a speaker who was named by their voice or their microphone, and takes the name away with one press. */
import { Button } from '@mantine/core'
import { type Recap, useCorrect } from '../../api/correct-recording.ts'
import { Mark } from '../../ui/mark.tsx'
import { noticeFailed } from '../../ui/notices.ts'
import { words } from '../../words/words.ts'

const { voice: said } = words.recap

export function Recognised({ recap, speaker, mayEdit }: { recap: Recap; speaker: string; mayEdit: boolean }) {
  const correct = useCorrect(recap, { asOpened: false })
  const mark = recap.transcript?.recognised?.find((each) => each.speaker === speaker)
  if (!mark) return null
  return (
    <>
      <Mark tone="quiet">{mark.by ? said.assumed : said.recognised}</Mark>
      {mayEdit && (
        <Button
          size="compact-xs"
          variant="subtle"
          color="gray"
          loading={correct.isPending}
          onClick={() => correct.mutate({ speakers: { [speaker]: mark.before } }, { onError: noticeFailed })}
        >
          {said.notThem(speaker)}
        </Button>
      )}
    </>
  )
}
