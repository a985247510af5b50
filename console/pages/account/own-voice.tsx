/** One's voice: since when it is kept, and what waits; it can be saved as a file, and deleted. */
import { Alert, Box, Button, Group, Stack, Text, Title } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { readWholeVoice, useDeleteVoice, useOwnVoice, type VoiceClaim } from '../../api/voice.ts'
import { workspaceQuery } from '../../api/workspace.ts'
import { ClaimState } from '../../ui/claim-state.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import { shortDay } from '../../ui/format.ts'
import { Row, Rows } from '../../ui/rows.tsx'
import { saveFile } from '../../ui/save-file.ts'
import { Time } from '../../ui/time.tsx'
import { VoiceQuestions } from '../../ui/voice-questions.tsx'
import { words } from '../../words/words.ts'

const { ownVoice: said } = words

export function OwnVoice() {
  const own = useOwnVoice()
  const { data: settings } = useQuery(workspaceQuery)
  const [asks, ask] = useDisclosure(false)
  const remove = useDeleteVoice()
  if (!own || (own.voice === null && !settings?.workspace.voices)) return null
  const { voice, contested, claims, questions } = own
  const save = async () => saveFile('voice.json', JSON.stringify(await readWholeVoice()))
  return (
    <section>
      <Title order={2} size="h4">
        {said.title}
      </Title>
      {contested && (
        <Alert color="yellow" variant="light" my="sm" title={said.contested}>
          {said.contestedWhat}
        </Alert>
      )}
      {voice === null ? (
        <Text c="dimmed" size="sm">
          {said.none}
        </Text>
      ) : (
        <>
          <Text c="dimmed" size="sm" mb="md">
            {said.since} <Time at={voice.created_at} as={shortDay} /> · {said.recordings(voice.recordings)}
            {voice.confirmed && ` · ${said.confirmed}`}
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
      {claims.length > 0 && (
        <Box mt="md">
          <Rows label={said.claims}>
            {claims.map((claim) => (
              <Row key={claim.id} title={<ClaimedSound claim={claim} />} meta={<ClaimState claim={claim} />} />
            ))}
          </Rows>
        </Box>
      )}
      {questions.length > 0 && (
        <Stack gap="sm" mt="md">
          <Title order={3} size="h5">
            {words.home.voices}
          </Title>
          <VoiceQuestions questions={questions} />
        </Stack>
      )}
    </section>
  )
}

const ClaimedSound = ({ claim: { recording_id: recordingId, title, start_time } }: { claim: VoiceClaim }) => (
  <Link to="/recap/$recordingId" params={{ recordingId }} search={{ t: Math.floor(start_time) }} dir="auto">
    {title}
  </Link>
)
