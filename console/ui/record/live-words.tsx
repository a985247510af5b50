/** The words of the last moments, as the service hears them; the transcript replaces them. */
import { Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { enginesQuery } from '../../api/engines.ts'
import { liveWordsQuery } from '../../api/live-words.ts'
import { words } from '../../words/words.ts'

const { live: said } = words.record

export function LiveWords({ uploadId }: { uploadId: string }) {
  const { data: engines } = useQuery(enginesQuery)
  const enabled = engines?.transcription?.kind === 'local'
  const { data: heard } = useQuery({ ...liveWordsQuery(useQueryClient(), uploadId), enabled })
  if (!heard) return null
  const why = heard.isBusy ? said.busy : heard.isCut ? said.cut : null
  return (
    <>
      {heard.text !== '' && (
        <Text size="sm" mt="xs" dir="auto">
          <Text span size="sm" c="dimmed">
            {said.preliminary}
          </Text>{' '}
          {heard.text}
        </Text>
      )}
      {why && (
        <Text size="sm" c="dimmed">
          {why}
        </Text>
      )}
    </>
  )
}
