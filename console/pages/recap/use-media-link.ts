/** Keeps one link to the media: each read of the recap has another one, with which the player would load again. */
import { useCallback, useState } from 'react'
import { type Recap, readRecap } from '../../api/correct-recording.ts'

export function useMediaLink({ id, media_url }: Pick<Recap, 'id' | 'media_url'>) {
  const [kept, setKept] = useState(media_url ?? null)
  if (media_url && kept === null) setKept(media_url)
  /** Fetches another link, because links expire. @returns whether there is one; within a second it is the same */
  const renew = useCallback(async (): Promise<boolean> => {
    const url = await readRecap(id).then(
      (recap) => recap.media_url ?? null,
      () => null,
    )
    if (url) setKept(url)
    return url !== null && url !== kept
  }, [id, kept])
  return { link: media_url ? kept : null, renew }
}
