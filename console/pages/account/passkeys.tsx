/** One's passkeys: made in this browser, named, withdrawn. */
import { Alert, Anchor, Button, Group, Stack, Text, TextInput, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { passkeysQuery, useMakePasskey, useWithdrawPasskey, whyNoPasskeys } from '../../api/passkeys.ts'
import { usePrefetched } from '../../api/use-prefetched.ts'
import { NextStep } from '../../ui/next-step.tsx'
import { refusalOf } from '../../ui/refusal.ts'
import { Rows } from '../../ui/rows.tsx'
import { Loaded } from '../../ui/section.tsx'
import { words } from '../../words/words.ts'
import { browserName } from './browser-name.ts'
import { DeviceRow } from './device-row.tsx'

const { passkeys: said } = words

export function Passkeys() {
  const passkeys = useQuery(usePrefetched(passkeysQuery))
  const withdraw = useWithdrawPasskey()
  return (
    <section>
      <Title order={2} size="h4">
        {said.title}
      </Title>
      <Text c="dimmed" size="sm" mb="md">
        {said.what}
      </Text>
      <Loaded of={passkeys}>
        {(all) =>
          all === null ? (
            <Text size="sm">{said.ofKey}</Text>
          ) : (
            <Stack gap="md">
              {all.length > 0 && (
                <Rows label={said.title}>
                  {all.map((passkey) => (
                    <DeviceRow
                      key={passkey.id}
                      name={passkey.name}
                      used={passkey}
                      said={said}
                      more={passkey.host === location.hostname ? undefined : said.worksAt(passkey.host)}
                      isPending={withdraw.isPending}
                      onWithdraw={() => withdraw.mutate(passkey.id)}
                    />
                  ))}
                </Rows>
              )}
              <Make />
            </Stack>
          )
        }
      </Loaded>
    </section>
  )
}

function Make() {
  const [name, setName] = useState(() => browserName(navigator.userAgent).slice(0, 100))
  const make = useMakePasskey()
  const whyNot = whyNoPasskeys()
  if (whyNot) return <Text size="sm">{whyNot === 'address' ? <OtherAddress /> : said.noBrowser}</Text>
  const send = (event: FormEvent) => {
    event.preventDefault()
    make.mutate(name.trim())
  }
  return (
    <form onSubmit={send}>
      <Group align="flex-end" gap="sm">
        <TextInput
          label={said.name}
          required
          withAsterisk={false}
          maxLength={100}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          flex="1 1 220px"
          maw={360}
        />
        <Button type="submit" variant="default" loading={make.isPending}>
          {said.make}
        </Button>
      </Group>
      {make.error && (
        <Alert color="red" role="alert" mt="sm">
          {refusalOf(make.error)}
        </Alert>
      )}
    </form>
  )
}

/** The same machine has a name too. */
function OtherAddress() {
  if (location.hostname !== '127.0.0.1') return <NextStep of="passkeys" />
  const { protocol, port, pathname } = location
  const there = `${protocol}//localhost:${port}${pathname}`
  return (
    <>
      {said.notByNumber} <Anchor href={there}>{there}</Anchor>
    </>
  )
}
