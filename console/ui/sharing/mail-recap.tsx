/** Mails a recap to those whom one chooses, with own words and without some parts, as it is seen before. */
import { Button, Checkbox, Group, List, Stack, Text, Textarea } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconMail } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { mailPreviewQuery, type RecapPart, useMailRecap } from '../../api/mail-recap.ts'
import { words } from '../../words/words.ts'
import { Refusal } from '../section.tsx'
import { Receivers } from './receivers.tsx'

const { mailing: said } = words.sharing

export function MailRecap({ recordingId }: { recordingId: string }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <Stack gap="xs" align="flex-start">
      {!isOpen && (
        <Button
          variant="light"
          size="sm"
          leftSection={<IconMail size={16} stroke={1.6} />}
          onClick={() => setOpen(true)}
        >
          {said.send}
        </Button>
      )}
      <Text size="sm" c="dimmed">
        {said.what}
      </Text>
      {isOpen && <Mail recordingId={recordingId} />}
    </Stack>
  )
}

const parts: RecapPart[] = ['summary', 'decisions', 'items']

function Mail({ recordingId }: { recordingId: string }) {
  const mail = useMailRecap(recordingId)
  const [message, setMessage] = useState('')
  const [kept, setKept] = useState<string[]>(parts)
  const [left, setLeft] = useState<string[]>([])
  const [outsiders, setOutsiders] = useState<string[]>([])
  const [written] = useDebouncedValue(message, 400)
  const leave_out = parts.filter((part) => !kept.includes(part))
  const { data: preview, error } = useQuery(mailPreviewQuery(recordingId, { message: written, leave_out }))
  const people = preview?.sent ?? []
  const outside = preview?.sent_outside ?? []
  const to = people.map(({ id }) => id).filter((id) => !left.includes(id))
  const count = to.length + outsiders.length
  const shown = mail.data ?? preview
  return (
    <>
      {!mail.data && people.length + outside.length > 0 && (
        <Stack gap="md" w="100%" mt="xs">
          <Receivers
            people={people}
            to={to}
            onTo={(chosen) => setLeft(people.map(({ id }) => id).filter((id) => !chosen.includes(id)))}
            outside={outside}
            outsiders={outsiders}
            onOutsiders={setOutsiders}
          />
          <Textarea
            label={said.message}
            autosize
            minRows={2}
            maxRows={8}
            maxLength={2_000}
            value={message}
            onChange={(event) => setMessage(event.currentTarget.value)}
          />
          <Checkbox.Group label={said.parts} value={kept} onChange={setKept}>
            <Group gap="md" mt="xs">
              {parts.map((part) => (
                <Checkbox key={part} value={part} label={said.partNames[part]} />
              ))}
            </Group>
          </Checkbox.Group>
          {preview?.mail && (
            <Textarea
              label={said.preview}
              description={said.previewHint}
              readOnly
              autosize
              maxRows={14}
              dir="auto"
              value={`${preview.mail.subject}\n\n${preview.mail.text}`}
            />
          )}
          <Button
            size="sm"
            style={{ alignSelf: 'flex-start' }}
            leftSection={<IconMail size={16} stroke={1.6} />}
            loading={mail.isPending}
            disabled={count === 0}
            onClick={() => mail.mutate({ to, outsiders, message, leave_out })}
          >
            {said.sendTo(count)}
          </Button>
        </Stack>
      )}
      <Refusal error={error ?? mail.error} />
      <div role="status">
        {shown && (
          <List size="sm" listStyleType="none">
            {mail.data && <List.Item>{sentTo(mail.data)}</List.Item>}
            {!mail.data && people.length + outside.length === 0 && <List.Item>{said.nobodyLeft}</List.Item>}
            {shown.already.length > 0 && <List.Item>{said.already(listOf(shown.already))}</List.Item>}
            {shown.left_out.length > 0 && (
              <List.Item>{said.noAccount(shown.left_out.map(({ email }) => email).join(', '))}</List.Item>
            )}
          </List>
        )}
      </div>
    </>
  )
}

const listOf = (people: { full_name: string }[]) => people.map(({ full_name }) => full_name).join(', ')

function sentTo({ sent, sent_outside }: { sent: { full_name: string }[]; sent_outside: string[] }): string {
  const names = [...sent.map(({ full_name }) => full_name), ...sent_outside]
  return names.length > 0 ? said.sent(names.join(', ')) : said.nobody
}
