/** Which microphone is recorded, and how loud it is. It is on only while the person tries it. */
import { Button, Group, Select, Stack, Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import { microphones } from '../../record/sound.ts'
import { type Heard, tryMicrophone } from '../../record/try-microphone.ts'
import { words } from '../../words/words.ts'
import { refusalOf } from '../refusal.ts'
import { LevelMeter } from './level-meter.tsx'
import { asPageError } from './use-record.ts'

const { record: said } = words

type Props = { value: string | undefined; onChange: (deviceId: string | undefined) => void }

export function MicrophoneField({ value, onChange }: Props) {
  const { isTried, heard, failure, start, stop } = useTrial(value)
  const devices = useMicrophones(heard !== null)
  return (
    <Stack gap={4}>
      <Group align="flex-end">
        {devices.length > 0 && (
          <Select
            flex="1 1 200px"
            label={said.microphone}
            placeholder={said.anyMicrophone}
            allowDeselect={false}
            data={devices.map(({ deviceId, label }) => ({ value: deviceId, label: label || said.microphone }))}
            value={value ?? heard?.deviceId ?? null}
            onChange={(deviceId) => {
              stop()
              onChange(deviceId ?? undefined)
            }}
          />
        )}
        <Group wrap="nowrap">
          <Button variant="default" size="sm" onClick={isTried ? stop : start}>
            {isTried ? said.microphoneOff : said.tryMicrophone}
          </Button>
          {heard?.levels && <LevelMeter read={heard.levels} channels={1} />}
        </Group>
      </Group>
      {heard && !heard.levels && (
        <Text size="sm" c="dimmed" role="status">
          {said.noLevel}
        </Text>
      )}
      {failure !== null && (
        <Text size="sm" c="var(--mantine-color-error)" role="alert">
          {failure}
        </Text>
      )}
    </Stack>
  )
}

/** Hears the microphone from a press to the next one, or until the field is gone. */
function useTrial(deviceId: string | undefined) {
  const [isTried, setTried] = useState(false)
  const [heard, setHeard] = useState<Heard | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  useEffect(() => {
    if (!isTried) return
    const end = new AbortController()
    tryMicrophone(deviceId, end.signal).then(
      (sound) => end.signal.aborted || setHeard(sound),
      (error) => {
        if (end.signal.aborted) return
        setFailure(refusalOf(asPageError(error)))
        setTried(false)
      },
    )
    return () => {
      end.abort()
      setHeard(null)
    }
  }, [isTried, deviceId])
  const set = (next: boolean) => () => {
    setFailure(null)
    setTried(next)
  }
  return { isTried, heard, failure, start: set(true), stop: set(false) }
}

/** None before the person has allowed one: browsers do not name them. */
function useMicrophones(isAllowed: boolean): MediaDeviceInfo[] {
  const [devices, setDevices] = useState<MediaDeviceInfo[]>([])
  // biome-ignore lint/correctness/useExhaustiveDependencies: once it is allowed they have names
  useEffect(() => {
    let isGone = false
    const read = () =>
      void microphones().then(
        (found) => isGone || setDevices(found),
        () => {},
      )
    read()
    navigator.mediaDevices.addEventListener('devicechange', read)
    return () => {
      isGone = true
      navigator.mediaDevices.removeEventListener('devicechange', read)
    }
  }, [isAllowed])
  return devices
}
