/** Which microphone is recorded, and how loud it is. Browsers name them only once the person has allowed one. */
import { Button, Group, Select, Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import { listenTo } from '../../record/level.ts'
import { askForSound, microphones, stopSound } from '../../record/sound.ts'
import { words } from '../../words/words.ts'
import { refusalOf } from '../refusal.ts'
import { LevelMeter } from './level-meter.tsx'
import { asPageError } from './use-record.ts'

const { record: said } = words

type Props = { value: string | undefined; onChange: (deviceId: string | undefined) => void }

export function MicrophoneField({ value, onChange }: Props) {
  const [isWanted, setWanted] = useState(false)
  const { heard, devices, failure } = useMicrophone(isWanted, value)
  useEffect(() => {
    const name = 'microphone' as PermissionName
    const asked = navigator.permissions
      ?.query({ name })
      .then(({ state }) => setWanted((now) => now || state === 'granted'))
    // Some browsers do not tell.
    asked?.catch(() => {})
  }, [])
  if (failure !== null) {
    return (
      <Text size="sm" c="var(--mantine-color-error)" role="alert">
        {failure}
      </Text>
    )
  }
  if (!isWanted) {
    return (
      <Button variant="default" size="xs" onClick={() => setWanted(true)} style={{ alignSelf: 'flex-start' }}>
        {said.tryMicrophone}
      </Button>
    )
  }
  return (
    <Group align="flex-end" wrap="nowrap">
      <Select
        flex={1}
        label={said.microphone}
        allowDeselect={false}
        disabled={devices.length === 0}
        data={devices.map(({ deviceId, label }) => ({ value: deviceId, label: label || said.microphone }))}
        value={value ?? devices[0]?.deviceId ?? null}
        onChange={(deviceId) => onChange(deviceId ?? undefined)}
      />
      {heard && <LevelMeter read={heard.levels} channels={1} />}
    </Group>
  )
}

/** It hears the microphone while the field is shown. */
function useMicrophone(isWanted: boolean, deviceId: string | undefined) {
  const [heard, setHeard] = useState<ReturnType<typeof listenTo> | null>(null)
  const [devices, setDevices] = useState<MediaDeviceInfo[]>([])
  const [failure, setFailure] = useState<string | null>(null)
  useEffect(() => {
    if (!isWanted) return
    let isOver = false
    let end = () => {}
    const begin = async () => {
      const [stream] = await askForSound(false, deviceId)
      if (isOver) return stopSound([stream!])
      const listening = listenTo(stream!)
      end = () => {
        listening.close()
        stopSound([stream!])
      }
      setHeard(listening)
      setDevices(await microphones())
    }
    begin().catch((error) => setFailure(refusalOf(asPageError(error))))
    return () => {
      isOver = true
      end()
    }
  }, [isWanted, deviceId])
  return { heard, devices, failure }
}
