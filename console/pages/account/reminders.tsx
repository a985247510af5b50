/** Reminders to record: on this device, with titles or without, and the other devices. */
import { Switch, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState, useSyncExternalStore } from 'react'
import {
  canRemind,
  type Device,
  devicesQuery,
  readHere,
  remindersHere,
  useRemindHere,
  useWithdrawDevice,
} from '../../api/reminders.ts'
import { usePrefetched } from '../../api/use-prefetched.ts'
import { Mark } from '../../ui/mark.tsx'
import { Rows } from '../../ui/rows.tsx'
import { Loaded } from '../../ui/section.tsx'
import { words } from '../../words/words.ts'
import { browserName } from './browser-name.ts'
import { DeviceRow } from './device-row.tsx'

const { reminders: said, accountPage } = words

const nameOf = ({ user_agent }: Device) => browserName(user_agent) || accountPage.unknown

export function Reminders() {
  const here = readHere(useSyncExternalStore(remindersHere.subscribe, remindersHere.text))
  const devices = useQuery(usePrefetched(devicesQuery))
  const remind = useRemindHere()
  const withdraw = useWithdrawDevice()
  const [isDenied, setDenied] = useState(false)
  const isPending = remind.isPending || withdraw.isPending
  const turnOn = (titles: boolean) => remind.mutate({ titles }, { onSuccess: (isOn) => setDenied(!isOn) })
  return (
    <section>
      <Title order={2} size="h4">
        {said.title}
      </Title>
      <Text c="dimmed" size="sm" mb="md">
        {said.what}
      </Text>
      <Switch
        label={said.here}
        description={canRemind() ? (here?.id === null ? said.onlyOpen : undefined) : said.cannot}
        error={isDenied && !here ? said.denied : undefined}
        checked={here !== null}
        disabled={isPending || !canRemind()}
        onChange={() => (here ? withdraw.mutate(here.id) : turnOn(false))}
      />
      {here && here.id !== null && (
        <Switch
          mt="sm"
          label={said.titles}
          description={said.titlesWhat}
          checked={here.titles}
          disabled={isPending}
          onChange={() => turnOn(!here.titles)}
        />
      )}
      <Loaded of={devices}>
        {({ data }) =>
          data.length > 0 && (
            <Rows label={said.devices}>
              {data.map((device) => (
                <DeviceRow
                  key={device.id}
                  name={nameOf(device)}
                  title={<span title={device.user_agent}>{nameOf(device)}</span>}
                  used={device}
                  said={said}
                  isPending={isPending}
                  onWithdraw={() => withdraw.mutate(device.id)}
                >
                  {device.id === here?.id && <Mark tone="good">{said.current}</Mark>}
                </DeviceRow>
              ))}
            </Rows>
          )
        }
      </Loaded>
    </section>
  )
}
