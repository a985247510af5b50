/** A link to the media is good for a while: when it is not any more, another one is asked for. */
import { useCallback, useState } from 'react'
import { readRecap } from '../../api/correct-recording.ts'

export function useFreshLink(recordingId: string) {
  const [fresh, setFresh] = useState<string | null>(null)
  /** @returns whether there is one */
  const renew = useCallback(async (): Promise<boolean> => {
    const url = await readRecap(recordingId).then(
      (recap) => recap.media_url ?? null,
      () => null,
    )
    if (url) setFresh(url)
    return url !== null
  }, [recordingId])
  return { fresh, renew }
}
