/** One's voice: since when it is kept; it can be saved as a file, and deleted. */
import { Button, Group, Text, Title } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { sessionQuery } from '../../api/queries.ts'
import { readWholeVoice, useDeleteVoice, voiceQuery } from '../../api/voice.ts'
import { workspaceQuery } from '../../api/workspace.ts'
import { Confirm } from '../../ui/confirm.tsx'
import { shortDay } from '../../ui/format.ts'
import { saveFile } from '../../ui/save-file.ts'
import { Time } from '../../ui/time.tsx'
import { words } from '../../words/words.ts'

const { ownVoice: said } = words

export function OwnVoice() {
  const { actingBy } = useSuspenseQuery(sessionQuery).data
  const { data: voice } = useQuery({ ...voiceQuery, enabled: !actingBy })
  const { data: settings } = useQuery(workspaceQuery)
  const [asks, ask] = useDisclosure(false)
  const remove = useDeleteVoice()
  if (voice === undefined || (voice === null && !settings?.workspace.voices)) return null
  const save = async () => saveFile('voice.json', JSON.stringify(await readWholeVoice()))
  return (
    <section>
      <Title order={2} size="h4">
        {said.title}
      </Title>
      {voice === null ? (
        <Text c="dimmed" size="sm">
          {said.none}
        </Text>
      ) : (
        <>
          <Text c="dimmed" size="sm" mb="md">
            {said.since} <Time at={voice.created_at} as={shortDay} /> · {said.recordings(voice.recordings)}
          </Text>
          <Group gap="sm">
            <Button variant="default" onClick={() => void save()}>
              {said.save}
            </Button>
            <Button variant="default" onClick={ask.open}>
              {said.delete}
            </Button>
          </Group>
          <Confirm
            isOpen={asks}
            onClose={ask.close}
            title={said.delete}
            action={said.delete}
            isPending={remove.isPending}
            onConfirm={() => remove.mutate(undefined, { onSettled: ask.close })}
          >
            {said.deleteWhat}
          </Confirm>
        </>
      )}
    </section>
  )
}
