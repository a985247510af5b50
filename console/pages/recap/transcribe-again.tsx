/** Has a recording transcribed again. */
import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import type { Recap } from '../../api/correct-recording.ts'
import { enginesQuery } from '../../api/engines.ts'
import { later } from '../../ui/later.tsx'
import { words } from '../../words/words.ts'

const TranscribeForm = later(async () => (await import('./transcribe-form.tsx')).TranscribeForm)

/** Nothing without media, a transcript or a transcriber. */
export function TranscribeAgain({ recap }: { recap: Recap }) {
  const [isOpen, { open, close }] = useDisclosure(false)
  const { data: engines } = useQuery(enginesQuery)
  if (!recap.media_url || !recap.transcript || !engines?.transcription) return null
  return (
    <>
      <Button variant="subtle" size="compact-sm" onClick={open}>
        {words.recap.again.open}
      </Button>
      {isOpen && <TranscribeForm recap={recap} engines={engines} onClose={close} />}
    </>
  )
}
