/** Recaps by mail: none, each at once, or those of a day together. */
import { Radio, Stack, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { notificationsQuery, useChangeRecapMail } from '../../api/notifications.ts'
import { usePrefetched } from '../../api/use-prefetched.ts'
import { NextStep } from '../../ui/next-step.tsx'
import { Loaded } from '../../ui/section.tsx'
import { words } from '../../words/words.ts'
import { MailLanguage } from './mail-language.tsx'

const { recapMail: said } = words
const paces = ['none', 'at_once', 'daily'] as const

export function RecapMail() {
  const notifications = useQuery(usePrefetched(notificationsQuery))
  const change = useChangeRecapMail()
  return (
    <section>
      <Title order={2} size="h4">
        {said.title}
      </Title>
      <Loaded of={notifications}>
        {({ recaps, time_zone, mail }) => (
          <Radio.Group
            label={mail ? said.what : <NextStep of="mail" />}
            labelProps={{ c: 'dimmed', fw: 400, mb: 'md' }}
            value={change.variables ?? recaps}
            onChange={(wanted) => change.mutate(wanted as (typeof paces)[number], { onError: change.reset })}
          >
            <Stack gap="sm">
              {paces.map((pace) => (
                <Radio
                  key={pace}
                  value={pace}
                  label={said[pace]}
                  description={pace === 'daily' ? said.hour(recaps === 'daily' ? time_zone : '') : undefined}
                  disabled={(!mail && recaps === 'none') || change.isPending}
                />
              ))}
            </Stack>
          </Radio.Group>
        )}
      </Loaded>
      <MailLanguage />
    </section>
  )
}
