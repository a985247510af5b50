/** What others said of speakers in recordings where the person was, "this is me": one press says whether it is so. */
import { Anchor, Button, Group, Stack, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useSayOfVoice, type VoiceQuestion } from '../api/voice.ts'
import { words } from '../words/words.ts'
import { clockTime } from './format.ts'

const { voice: said } = words.recap

/** `isOnRecap`: the recording is on this page. */
export function VoiceQuestions({ questions, isOnRecap = false }: { questions: VoiceQuestion[]; isOnRecap?: boolean }) {
  return (
    <Stack gap="md" mb="md">
      {questions.map((question) => (
        <Question key={question.id} question={question} isOnRecap={isOnRecap} />
      ))}
    </Stack>
  )
}

function Question({ question, isOnRecap }: { question: VoiceQuestion; isOnRecap: boolean }) {
  const { id, recording_id: recordingId, title, start_time, speaker, person, needed } = question
  const say = useSayOfVoice(id)
  const at = Math.floor(start_time)
  return (
    <div>
      <Text size="sm" style={{ overflowWrap: 'anywhere' }} dir="auto">
        {said.saysOf(person.full_name, speaker ?? said.aSpeaker)}{' '}
        <Anchor
          inherit
          renderRoot={(props) => (
            <Link to="/recap/$recordingId" params={{ recordingId }} search={{ t: at }} {...props} />
          )}
        >
          {isOnRecap ? said.hearAt(clockTime(at)) : said.hearIn(title, clockTime(at))}
        </Anchor>
      </Text>
      <Text size="sm" c="dimmed">
        {needed ? said.needed : said.notNeeded}
      </Text>
      <Group gap="sm" mt={4}>
        <Button size="compact-sm" variant="default" disabled={say.isPending} onClick={() => say.mutate(true)}>
          {said.itIs(person.full_name)}
        </Button>
        <Button size="compact-sm" variant="default" disabled={say.isPending} onClick={() => say.mutate(false)}>
          {said.itIsNot(person.full_name)}
        </Button>
      </Group>
    </div>
  )
}
