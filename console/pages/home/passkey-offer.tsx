/** Offers a passkey where the device has them and its person has none; "not now" is remembered in this browser. */
import { Button, Group, Paper, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { decline, hasDeclined, hasOwnDevice, passkeysQuery, useMakePasskey } from '../../api/passkeys.ts'
import { methodsQuery } from '../../api/queries.ts'
import { refusalOf } from '../../ui/refusal.ts'
import { words } from '../../words/words.ts'
import { browserName } from '../account/browser-name.ts'

const { passkeys: said } = words

export function PasskeyOffer() {
  const [isDeclined, setDeclined] = useState(hasDeclined)
  const { data: isPossible = false } = useQuery({
    queryKey: ['own_device'],
    queryFn: hasOwnDevice,
    enabled: !isDeclined,
  })
  const { data: methods } = useQuery({ ...methodsQuery, enabled: isPossible })
  const { data: passkeys } = useQuery({ ...passkeysQuery, enabled: methods?.passkey ?? false })
  const make = useMakePasskey()
  if (isDeclined || !methods?.passkey || passkeys?.length !== 0) return null
  const notNow = () => {
    decline()
    setDeclined(true)
  }
  return (
    <Paper withBorder p="md" mb="lg" component="section" aria-label={said.offer}>
      <Group justify="space-between" gap="md">
        <div style={{ flex: '1 1 280px' }}>
          <Text fw={600}>{said.offer}</Text>
          <Text size="sm" c="dimmed">
            {said.offerWhat}
          </Text>
          {make.error && (
            <Text size="sm" c="red" role="alert" mt="xs">
              {refusalOf(make.error)}
            </Text>
          )}
        </div>
        <Group gap="sm">
          <Button variant="subtle" color="gray" onClick={notNow}>
            {said.notNow}
          </Button>
          <Button loading={make.isPending} onClick={() => make.mutate(browserName(navigator.userAgent).slice(0, 100))}>
            {said.make}
          </Button>
        </Group>
      </Group>
    </Paper>
  )
}
