/** Why media do not play, and how to hear them all the same. */
import { Anchor, Text } from '@mantine/core'
import { words } from '../words/words.ts'

const { recap: said } = words

/** The browser cannot play their kind, or they cannot be read. */
export type WhyNotPlayed = 'kind' | 'unread'

/** The browser says the same of both. */
export async function whyNotPlayed(address: string): Promise<WhyNotPlayed> {
  const answer = await fetch(address, { headers: { range: 'bytes=0-0' } }).catch(() => null)
  return answer?.ok ? 'kind' : 'unread'
}

export function MediaFailure({ why, address }: { why: WhyNotPlayed; address: string }) {
  return (
    <Text c="var(--mantine-color-error)" size="sm" role="alert">
      {why === 'unread' ? (
        said.failedMedia
      ) : (
        <>
          {said.unplayable}{' '}
          <Anchor href={address} download inherit>
            {said.saveMedia}
          </Anchor>
        </>
      )}
    </Text>
  )
}
