/** One person, and what an administrator can do with the account. */
import { Button, Group, Menu, Stack, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { type FormEvent, useState } from 'react'
import { beginActing } from '../../api/on-behalf.ts'
import { type User, useChangePerson } from '../../api/people.ts'
import { useExportPerson } from '../../api/personal-data.ts'
import { Confirm } from '../../ui/confirm.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { dayAndHour, dayLabel } from '../../ui/format.ts'
import { later } from '../../ui/later.tsx'
import { Mark } from '../../ui/mark.tsx'
import { Row, RowMenu } from '../../ui/rows.tsx'
import { Time } from '../../ui/time.tsx'
import { adminWords } from '../../words/admin/words.ts'
import { words } from '../../words/words.ts'
import { NewLink } from './new-link.tsx'

const { people: said } = adminWords
const ErasePerson = later(async () => (await import('./erase-person.tsx')).ErasePerson, null)
const PersonAddresses = later(async () => (await import('./person-addresses.tsx')).PersonAddresses, null)
const HoldPerson = later(async () => (await import('./hold-person.tsx')).HoldPerson, null)
const LiftHold = later(async () => (await import('./hold-person.tsx')).LiftHoldOfPerson, null)

export function PersonRow({ person, isSelf }: { person: User; isSelf: boolean }) {
  const { full_name, admin, active, legal_hold: hold = null } = person
  const [renames, rename] = useDisclosure(false)
  const [addresses, address] = useDisclosure(false)
  const [links, link] = useDisclosure(false)
  const [asks, ask] = useDisclosure(false)
  const [leaves, leave] = useDisclosure(false)
  const [holds, holding] = useDisclosure(false)
  const [lifts, lifting] = useDisclosure(false)
  const [erases, erase] = useDisclosure(false)
  const change = useChangePerson()
  const take = useExportPerson()
  return (
    <Row title={full_name} meta={<Facts person={person} />} isFaded={!active}>
      {!active && <Mark tone="quiet">{said.inactive}</Mark>}
      {admin && <Mark tone="warn">{said.admin}</Mark>}
      {hold !== null && <Mark tone="warn">{adminWords.holds.mark}</Mark>}
      {take.isPending && <Mark tone="quiet">{said.exporting}</Mark>}
      <RowMenu label={words.moreFor(full_name)}>
        {active && !isSelf && <Menu.Item onClick={() => beginActing(person)}>{said.actAs}</Menu.Item>}
        {active && <Menu.Item onClick={link.open}>{said.link}</Menu.Item>}
        <Menu.Item onClick={rename.open}>{said.rename}</Menu.Item>
        <Menu.Item onClick={address.open}>{said.addresses}</Menu.Item>
        <Menu.Item onClick={() => (isSelf && admin ? leave.open() : change.mutate({ id: person.id, admin: !admin }))}>
          {admin ? said.noAdmin : said.makeAdmin}
        </Menu.Item>
        <Menu.Item onClick={() => take.mutate(person)}>{said.export}</Menu.Item>
        <Menu.Item onClick={holding.open}>{adminWords.holds.open}</Menu.Item>
        {hold !== null && <Menu.Item onClick={lifting.open}>{adminWords.holds.lift}</Menu.Item>}
        <Menu.Divider />
        {active ? (
          <Menu.Item color="var(--mantine-color-error)" onClick={ask.open}>
            {said.deactivate}
          </Menu.Item>
        ) : (
          <Menu.Item onClick={() => change.mutate({ id: person.id, active: true })}>{said.activate}</Menu.Item>
        )}
        <Menu.Item color="var(--mantine-color-error)" onClick={erase.open}>
          {adminWords.erasing.open}
        </Menu.Item>
      </RowMenu>
      <Dialog isOpen={renames} onClose={rename.close} title={said.rename}>
        <Rename person={person} onDone={rename.close} />
      </Dialog>
      <NewLink person={person} isOpen={links} onClose={link.close} />
      <Confirm
        isOpen={asks}
        onClose={ask.close}
        title={said.deactivateTitle(full_name)}
        action={said.deactivateNow}
        isPending={change.isPending}
        onConfirm={() => change.mutate({ id: person.id, active: false }, { onSettled: ask.close })}
      >
        {isSelf ? said.deactivateSelf : said.deactivateWhat}
      </Confirm>
      <Confirm
        isOpen={leaves}
        onClose={leave.close}
        title={said.noAdminTitle}
        action={said.noAdminNow}
        isPending={change.isPending}
        onConfirm={() => change.mutate({ id: person.id, admin: false }, { onSettled: leave.close })}
      >
        {said.noAdminWhat}
      </Confirm>
      {addresses && <PersonAddresses person={person} onClose={address.close} />}
      {holds && <HoldPerson person={person} onClose={holding.close} />}
      {lifts && <LiftHold person={person} onClose={lifting.close} />}
      {erases && <ErasePerson person={person} isSelf={isSelf} onClose={erase.close} onLift={lifting.open} />}
    </Row>
  )
}

function Facts({ person: { email, last_seen_at: seen, invited_until: until } }: { person: User }) {
  return (
    <>
      {email} ·{' '}
      {seen ? (
        <>
          {said.lastSeen} <Time at={seen} as={dayLabel} />
        </>
      ) : until ? (
        <>
          {said.invitedUntil} <Time at={until} as={dayAndHour} />
        </>
      ) : (
        said.neverSeen
      )}
    </>
  )
}

function Rename({ person, onDone }: { person: User; onDone: () => void }) {
  const [name, setName] = useState(person.full_name)
  const change = useChangePerson()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    change.mutate({ id: person.id, full_name: name }, { onSuccess: onDone })
  }
  return (
    <Stack component="form" onSubmit={submit}>
      <TextInput
        label={said.name}
        required
        maxLength={255}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        data-autofocus
      />
      <Group justify="flex-end">
        <Button type="submit" loading={change.isPending}>
          {words.save}
        </Button>
      </Group>
    </Stack>
  )
}
