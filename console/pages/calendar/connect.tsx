/** Connects a calendar by account: with one press for each provider that the operator set up, or with a password. */
import { Button, Group, Stack, Text } from '@mantine/core'
import { IconBrandGoogle, IconBrandWindows, IconCalendarPlus } from '@tabler/icons-react'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type Provider, useConnect } from '../../api/calendar-accounts.ts'
import { sessionQuery } from '../../api/queries.ts'
import { NextStep } from '../../ui/next-step.tsx'
import { Refusal } from '../../ui/section.tsx'
import { words } from '../../words/words.ts'
import { CaldavDialog } from './caldav-dialog.tsx'

const { calendar: said } = words
const icons = { google: IconBrandGoogle, microsoft: IconBrandWindows }

/** Nobody gives consent for others, and so not while the tab acts for somebody. */
export const useMayConnect = () => useSuspenseQuery(sessionQuery).data.actingBy === null

export function Connect({ providers }: { providers: Map<Provider, string> }) {
  const connect = useConnect()
  const [isAsking, setIsAsking] = useState(false)
  return (
    <Stack gap="xs">
      <Group gap="sm">
        {[...providers].map(([name, title]) => {
          const Icon = icons[name]
          return (
            <Button
              key={name}
              size="md"
              leftSection={<Icon size={20} stroke={1.6} />}
              loading={connect.isPending && connect.variables === name}
              onClick={() => connect.mutate(name)}
            >
              {said.connect(title)}
            </Button>
          )
        })}
        <Button
          size="md"
          variant={providers.size > 0 ? 'default' : 'filled'}
          leftSection={<IconCalendarPlus size={20} stroke={1.6} />}
          onClick={() => setIsAsking(true)}
        >
          {said.connect('CalDAV')}
        </Button>
      </Group>
      <Text size="sm" c="dimmed">
        {providers.size > 0 && `${said.connectHint} `}
        {said.caldavHint} {providers.size === 0 && <NextStep of="calendars" />}
      </Text>
      <CaldavDialog isOpen={isAsking} onClose={() => setIsAsking(false)} />
      <Refusal error={connect.error} />
    </Stack>
  )
}
