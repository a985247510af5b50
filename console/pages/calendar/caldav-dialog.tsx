/** Connects the calendars of a person's own server or provider by its address and a password (CalDAV). */
import { Button, Group, PasswordInput, Select, Stack, TextInput } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { useConnectCaldav } from '../../api/calendar-accounts.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Refusal } from '../../ui/section.tsx'
import { words } from '../../words/words.ts'

const { calendar: said } = words

/** Where the account is, if it was connected before. */
type Known = { host: string; account: string | null }

type Asked = { isOpen: boolean; onClose: () => void; known?: Known }

export function CaldavDialog({ isOpen, onClose, known }: Asked) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={said.connect('CalDAV')}>
      <CaldavForm known={known} onClose={onClose} />
    </Dialog>
  )
}

/** Providers that have one address for everybody. */
const addresses = { icloud: 'https://caldav.icloud.com', fastmail: 'https://caldav.fastmail.com' }
const services = ['other', 'nextcloud', 'icloud', 'fastmail'] as const
type Service = (typeof services)[number]

const addressOf = (service: Service) => (service in addresses ? addresses[service as keyof typeof addresses] : '')
const serviceAt = (url: string) => services.find((each) => addressOf(each) === url) ?? 'other'

/** `cloud.example.com` is enough. */
const completed = (url: string) => (/^[a-z]+:\/\//i.test(url) ? url : `https://${url}`)

function CaldavForm({ known, onClose }: { known: Known | undefined; onClose: () => void }) {
  const [url, setUrl] = useState(known ? `https://${known.host}` : '')
  const [service, setService] = useState<Service>(serviceAt(url))
  const [username, setUsername] = useState(known?.account ?? '')
  const [password, setPassword] = useState('')
  const connect = useConnectCaldav()
  const navigate = useNavigate()
  const choose = (chosen: Service) => {
    setService(chosen)
    setUrl(addressOf(chosen))
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const access = { url: completed(url.trim()), username: username.trim(), password }
    connect.mutate(access, {
      onSuccess: ({ feed }) => {
        onClose()
        void navigate({ to: '/calendar', search: { connected: feed.id }, replace: true })
      },
    })
  }
  const isReady = url.trim() !== '' && username.trim() !== '' && password !== ''
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        <Select
          label={said.service}
          data={services.map((value) => ({ value, label: said.services[value] }))}
          value={service}
          allowDeselect={false}
          onChange={(chosen) => chosen && choose(chosen as Service)}
        />
        <TextInput
          label={said.server}
          description={said.serverHints[service]}
          placeholder="https://"
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
          maxLength={8_192}
          value={url}
          onChange={(event) => setUrl(event.currentTarget.value)}
        />
        <TextInput
          label={said.userName}
          autoComplete="off"
          spellCheck={false}
          maxLength={320}
          value={username}
          onChange={(event) => setUsername(event.currentTarget.value)}
        />
        <PasswordInput
          label={said.appPassword}
          description={said.passwordHints[service]}
          // It is of another service: the browser must not keep it for this one.
          autoComplete="off"
          maxLength={1_024}
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
        <Refusal error={connect.error} />
        <Group justify="flex-end" mt="xs">
          <Button variant="default" onClick={onClose}>
            {words.cancel}
          </Button>
          <Button type="submit" disabled={!isReady} loading={connect.isPending}>
            {said.connectNow}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
