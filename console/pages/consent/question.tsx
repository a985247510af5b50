/** Describes the request of an assistant or a recorder, with the two answers. */
import { Alert, Button, Checkbox, Group, Stack, Text } from '@mantine/core'
import type { components } from '@minutebook/client'
import { useState } from 'react'
import type { Consent } from '../../api/grants.ts'
import { useSettled } from '../../ui/use-settled.ts'
import { words } from '../../words/words.ts'
import classes from './consent.module.css'

const { consent: said } = words

type Asked = {
  consent: Consent
  session: components['schemas']['Session']
  isPending: boolean
  onAnswer: (allow: boolean, scopes: ('read' | 'write')[]) => void
}

export function Question({ consent, session, isPending, onAnswer }: Asked) {
  const isRecorder = consent.opens === 'recorder'
  const asksToWrite = consent.scopes.includes('write')
  const [mayWrite, setMayWrite] = useState(asksToWrite)
  const isSettled = useSettled()
  return (
    <Stack gap="lg" mt="md">
      <Who consent={consent} session={session} />
      <div>
        <Text fw={600} size="sm">
          {said.may}
        </Text>
        <Text size="sm" mt={4}>
          {isRecorder ? said.record : said.read}
        </Text>
        {asksToWrite && !isRecorder && (
          <Checkbox
            mt="sm"
            label={said.write}
            description={said.writeHint}
            checked={mayWrite}
            onChange={(event) => setMayWrite(event.currentTarget.checked)}
          />
        )}
        <Text size="sm" c="dimmed" mt="sm">
          {said.never}
        </Text>
      </div>
      <Alert color="yellow" variant="light">
        {isRecorder ? said.careRecorder : said.care}
      </Alert>
      <Group grow>
        <Button variant="default" size="md" disabled={isPending} onClick={() => onAnswer(false, [])}>
          {said.refuse}
        </Button>
        <Button
          size="md"
          disabled={!isSettled}
          loading={isPending}
          onClick={() => onAnswer(true, mayWrite ? ['read', 'write'] : ['read'])}
        >
          {said.allow}
        </Button>
      </Group>
    </Stack>
  )
}

function Who({
  consent: { client, opens, answer_to: place, own_computer: isOwn },
  session,
}: Omit<Asked, 'isPending' | 'onAnswer'>) {
  return (
    <dl className={classes.who}>
      <dt>{said.from}</dt>
      <dd>
        {client.host ?? (opens === 'recorder' ? said.unknownRecorder : said.unknown)}
        {client.host === null && <span>{said.unknownWhy}</span>}
      </dd>
      <dt>{said.answerTo}</dt>
      <dd>{isOwn ? said.ownComputer(place) : place}</dd>
      <dt>{said.actsAs}</dt>
      <dd>
        {session.user.full_name}
        <span>{said.inWorkspace(session.user.email, session.workspace.name)}</span>
      </dd>
    </dl>
  )
}
