/** One's passkeys: made in this browser, named, withdrawn. */
import { Alert, Button, Group, Stack, Text, TextInput, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { type Passkey, passkeysQuery, useMakePasskey, useWithdrawPasskey, whyNoPasskeys } from '../../api/passkeys.ts'
import { usePrefetched } from '../../api/use-prefetched.ts'
import { dayAndHour, shortDay } from '../../ui/format.ts'
import { refusalOf } from '../../ui/refusal.ts'
import { Row, Rows } from '../../ui/rows.tsx'
import { Loaded } from '../../ui/section.tsx'
import { Time } from '../../ui/time.tsx'
import { words } from '../../words/words.ts'
import { browserName } from './browser-name.ts'

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
                    <PasskeyRow
                      key={passkey.id}
                      passkey={passkey}
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

type RowProps = { passkey: Passkey; isPending: boolean; onWithdraw: () => void }

function PasskeyRow({ passkey: { name, host, created_at, last_used_at }, isPending, onWithdraw }: RowProps) {
  const meta = (
    <>
      {said.since} <Time at={created_at} as={shortDay} />
      {last_used_at && (
        <>
          {' · '}
          {said.last} <Time at={last_used_at} as={dayAndHour} />
        </>
      )}
      {host !== location.hostname && ` · ${said.worksAt(host)}`}
    </>
  )
  return (
    <Row title={name} meta={meta}>
      <Button
        size="xs"
        variant="default"
        disabled={isPending}
        onClick={onWithdraw}
        aria-label={`${said.withdraw}: ${name}`}
      >
        {said.withdraw}
      </Button>
    </Row>
  )
}

function Make() {
  const [name, setName] = useState(() => browserName(navigator.userAgent).slice(0, 100))
  const make = useMakePasskey()
  const whyNot = whyNoPasskeys()
  if (whyNot) return <Text size="sm">{whyNot}</Text>
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
