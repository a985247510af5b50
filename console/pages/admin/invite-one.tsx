/** Invites one person, and shows a link to pass on. */
import { Button, Checkbox, Group, Stack, Text, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { statusOf } from '../../api/client.ts'
import type { Invitation } from '../../api/invitation.ts'
import { useMakeAccount, useSignInLink } from '../../api/people.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { refusalOf } from '../../ui/refusal.ts'
import { Refusal } from '../../ui/section.tsx'
import { adminWords } from '../../words/admin/words.ts'
import { MakeLink } from './new-link.tsx'

const { people: said } = adminWords

/** If the account was created without a link, the dialog continues with the link. */
export function InviteOne({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const account = useMakeAccount()
  const link = useSignInLink()
  const person = account.data
  const [hasNoLink, setHasNoLink] = useState(false)
  const close = () => {
    account.reset()
    link.reset()
    setHasNoLink(false)
    onClose()
  }
  const isPending = account.isPending || link.isPending
  const linkFor = { onError: () => setHasNoLink(true) }
  const invite = (invitation: Invitation) =>
    account.mutate(invitation, { onSuccess: (made) => link.mutate(made, linkFor) })
  return (
    <Dialog isOpen={isOpen} onClose={close} title={said.inviteOne} isFirm={isPending || Boolean(link.data)}>
      {person && (hasNoLink || link.data) ? (
        <Stack>
          {hasNoLink && !link.data && <Text size="sm">{said.hasNoLink(person.full_name)}</Text>}
          <MakeLink person={person} make={link} onDone={close} isNew />
        </Stack>
      ) : (
        <InviteForm error={account.error} isPending={isPending} onInvite={invite} />
      )}
    </Dialog>
  )
}

type FormProps = { error: Error | null; isPending: boolean; onInvite: (invitation: Invitation) => void }

function InviteForm({ error, isPending, onInvite }: FormProps) {
  const [full_name, setName] = useState('')
  const [email, setEmail] = useState('')
  const [admin, setAdmin] = useState(false)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onInvite({ email, full_name, admin })
  }
  const isOfAddress = statusOf(error) === 409
  return (
    <Stack component="form" onSubmit={submit}>
      <TextInput
        label={said.name}
        required
        maxLength={255}
        value={full_name}
        onChange={(event) => setName(event.currentTarget.value)}
        data-autofocus
      />
      <TextInput
        label={said.email}
        type="email"
        required
        error={isOfAddress && refusalOf(error)}
        value={email}
        onChange={(event) => setEmail(event.currentTarget.value)}
      />
      <Checkbox
        label={said.makeAdmin}
        description={said.adminHint}
        checked={admin}
        onChange={(event) => setAdmin(event.currentTarget.checked)}
      />
      <Refusal error={isOfAddress ? null : error} />
      <Group justify="flex-end">
        <Button type="submit" loading={isPending}>
          {said.invite}
        </Button>
      </Group>
    </Stack>
  )
}
