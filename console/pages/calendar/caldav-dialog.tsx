/** Connects the calendars of a person's own server or provider by its address and a password (CalDAV). */
import { Button, Group, Select, Stack } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { useConnectCaldav } from '../../api/calendar-accounts.ts'
import { CaldavFields, completed, isComplete } from '../../ui/caldav-fields.tsx'
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

function CaldavForm({ known, onClose }: { known: Known | undefined; onClose: () => void }) {
  const [access, setAccess] = useState({
    url: known ? `https://${known.host}` : '',
    username: known?.account ?? '',
    password: '',
  })
  const [service, setService] = useState<Service>(serviceAt(access.url))
  const connect = useConnectCaldav()
  const navigate = useNavigate()
  const choose = (chosen: Service) => {
    setService(chosen)
    setAccess({ ...access, url: addressOf(chosen) })
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    connect.mutate(completed(access), {
      onSuccess: ({ feed }) => {
        onClose()
        void navigate({ to: '/calendar', search: { connected: feed.id }, replace: true })
      },
    })
  }
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
        <CaldavFields
          access={access}
          onChange={setAccess}
          hints={{ server: said.serverHints[service], password: said.passwordHints[service] }}
        />
        <Refusal error={connect.error} />
        <Group justify="flex-end" mt="xs">
          <Button variant="default" onClick={onClose}>
            {words.cancel}
          </Button>
          <Button type="submit" disabled={!isComplete(access)} loading={connect.isPending}>
            {said.connectNow}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
