/** Mails a recap to its attendees by one press, and says to whom it went. */
import { Button, List, Stack, Text } from '@mantine/core'
import { IconMail } from '@tabler/icons-react'
import { useMailRecap } from '../../api/mail-recap.ts'
import { words } from '../../words/words.ts'
import { Refusal } from '../section.tsx'

const { mailing: said } = words.sharing

export function MailRecap({ recordingId }: { recordingId: string }) {
  const mail = useMailRecap(recordingId)
  const { data } = mail
  return (
    <Stack gap="xs" align="flex-start">
      <Button
        variant="light"
        size="sm"
        leftSection={<IconMail size={16} stroke={1.6} />}
        loading={mail.isPending}
        disabled={data !== undefined}
        onClick={() => mail.mutate(undefined)}
      >
        {said.send}
      </Button>
      <Text size="sm" c="dimmed">
        {said.what}
      </Text>
      <Refusal error={mail.error} />
      <div role="status">
        {data && (
          <List size="sm" listStyleType="none">
            <List.Item>{data.sent.length > 0 ? said.sent(listOf(data.sent)) : said.nobody}</List.Item>
            {data.already.length > 0 && <List.Item>{said.already(listOf(data.already))}</List.Item>}
            {leftOut(data.left_out, 'no_mails', said.noMails)}
            {leftOut(data.left_out, 'no_account', said.noAccount)}
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
