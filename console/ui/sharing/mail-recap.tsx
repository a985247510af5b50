/** Mails a recap to those of its attendees whom one chooses, and says to whom it went. */
import { Button, Checkbox, List, Stack, Text } from '@mantine/core'
import { IconMail } from '@tabler/icons-react'
import { useState } from 'react'
import { useMailRecap } from '../../api/mail-recap.ts'
import { words } from '../../words/words.ts'
import { Refusal } from '../section.tsx'

const { mailing: said } = words.sharing

export function MailRecap({ recordingId }: { recordingId: string }) {
  const preview = useMailRecap(recordingId)
  const mail = useMailRecap(recordingId)
  const [chosen, choose] = useState<string[]>([])
  const people = preview.data?.sent ?? []
  const shown = mail.data ?? preview.data
  const isToSend = people.length > 0 && !mail.data
  return (
    <Stack gap="xs" align="flex-start">
      {!preview.data && (
        <Button
          variant="light"
          size="sm"
          leftSection={<IconMail size={16} stroke={1.6} />}
          loading={preview.isPending}
          onClick={() =>
            preview.mutate({ preview: true }, { onSuccess: ({ sent }) => choose(sent.map(({ id }) => id)) })
          }
        >
          {said.send}
        </Button>
      )}
      <Text size="sm" c="dimmed">
        {said.what}
      </Text>
      {isToSend && (
        <>
          <Checkbox.Group label={said.whom} value={chosen} onChange={choose}>
            <Stack gap="xs" mt="xs">
              {people.map(({ id, full_name, email }) => (
                <Checkbox key={id} value={id} label={full_name} description={email} />
              ))}
            </Stack>
          </Checkbox.Group>
          <Button
            size="sm"
            leftSection={<IconMail size={16} stroke={1.6} />}
            loading={mail.isPending}
            disabled={chosen.length === 0}
            onClick={() => mail.mutate({ to: chosen })}
          >
            {said.sendTo(chosen.length)}
          </Button>
        </>
      )}
      <Refusal error={preview.error ?? mail.error} />
      <div role="status">
        {shown && (
          <List size="sm" listStyleType="none">
            {mail.data && (
              <List.Item>{mail.data.sent.length > 0 ? said.sent(listOf(mail.data.sent)) : said.nobody}</List.Item>
            )}
            {!mail.data && people.length === 0 && <List.Item>{said.nobodyLeft}</List.Item>}
            {shown.already.length > 0 && <List.Item>{said.already(listOf(shown.already))}</List.Item>}
            {leftOut(shown.left_out, 'no_mails', said.noMails)}
            {leftOut(shown.left_out, 'no_account', said.noAccount)}
          </List>
        )}
      </div>
    </Stack>
  )
}

type LeftOut = { email: string; reason: string }[]

const listOf = (people: { full_name: string }[]) => people.map(({ full_name }) => full_name).join(', ')

function leftOut(all: LeftOut, reason: string, sentence: (addresses: string) => string) {
  const addresses = all.filter((each) => each.reason === reason).map(({ email }) => email)
  return addresses.length > 0 && <List.Item>{sentence(addresses.join(', '))}</List.Item>
}
