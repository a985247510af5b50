/** Before a recording: which meeting, which sound, and what people are told. */
import { Alert, Switch, Text } from '@mantine/core'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { enginesQuery } from '../../api/engines.ts'
import { meetingsAroundQuery } from '../../api/meetings.ts'
import { actingFor } from '../../api/on-behalf.ts'
import { sessionQuery } from '../../api/queries.ts'
import { cannotRecord, canShareSound } from '../../record/sound.ts'
import { words } from '../../words/words.ts'
import { DialogForm } from '../dialog-form.tsx'
import { NextStep } from '../next-step.tsx'
import { aroundNow, type Meeting, meetingsNow } from './choose-meeting.ts'
import { type Consent, ConsentField } from './consent-field.tsx'
import { MeetingField } from './meeting-field.tsx'
import { MicrophoneField } from './microphone-field.tsx'
import { useRecord } from './use-record.ts'

const { record: said } = words

type Props = { meeting: Meeting | undefined; onClose: () => void }

export function RecordDialog({ meeting: given, onClose }: Props) {
  const why = cannotRecord()
  const offered = useOffered(given)
  /** Undefined until the person chooses: then it is the meeting of this moment. */
  const [chosen, setChosen] = useState<Meeting | null>()
  const meeting = chosen === undefined ? (offered[0] ?? null) : chosen
  const [title, setTitle] = useState('')
  const [withScreen, setWithScreen] = useState(false)
  const [consent, setConsent] = useState<Consent | null>(null)
  const [deviceId, setDeviceId] = useState<string>()
  const record = useRecord()
  const { data: engines } = useQuery(enginesQuery)
  const lacksTranscriber = engines?.transcription === null
  return (
    <DialogForm
      title={said.title}
      size="lg"
      onClose={onClose}
      onSubmit={() => record.mutate({ meeting, title, withScreen, deviceId, consent }, { onSuccess: onClose })}
      action={said.begin}
      // Nobody is recorded by a key that was meant for something else.
      mustPress={consent === null}
      isDisabled={why !== null}
      mutation={record}
    >
      {why && <Alert color="yellow">{why === 'insecure' ? <NextStep of="https" /> : said.cannot[why]}</Alert>}
      {lacksTranscriber && (
        <Alert color="yellow">
          <NextStep of="recording" />
        </Alert>
      )}
      {given ? (
        <Text fw={550} dir="auto">
          {given.title}
        </Text>
      ) : (
        <MeetingField offered={offered} value={meeting} onChange={setChosen} title={title} onTitle={setTitle} />
      )}
      {!why && <MicrophoneField value={deviceId} onChange={setDeviceId} />}
      {!why && !canShareSound() && (
        <Text size="sm" c="dimmed">
          {said.noScreen}
        </Text>
      )}
      {!why && canShareSound() && (
        <Switch
          label={said.withScreen}
          description={said.withScreenHint}
          checked={withScreen}
          onChange={(event) => setWithScreen(event.currentTarget.checked)}
        />
      )}
      <ConsentField noteId={meeting?.id} consent={consent} onChange={setConsent} />
    </DialogForm>
  )
}

function useOffered(given: Meeting | undefined): Meeting[] {
  const { data: session } = useSuspenseQuery(sessionQuery)
  const [openedAt] = useState(Date.now)
  const filters = aroundNow((actingFor() ?? session.user).email, openedAt)
  const { data } = useQuery({ ...meetingsAroundQuery(filters), enabled: !given })
  return given ? [given] : meetingsNow(data ?? [], openedAt)
}
