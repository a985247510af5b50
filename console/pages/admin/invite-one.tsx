/** Takes in one person, and gives a link to hand over. */
import { Button, Checkbox, Group, Stack, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { invite, peopleQuery } from '../../api/people.ts'
import { useChange } from '../../api/use-change.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Refusal } from '../../ui/section.tsx'
import { adminWords } from '../../words/admin/words.ts'
import { words } from '../../words/words.ts'
import { LinkToCopy } from './new-link.tsx'

const { people: said } = adminWords

/** Told in the form: a refusal of the account, and whatever else went wrong. */
const useInvite = () => useChange(invite, [peopleQuery.queryKey], { isTold: true, isSecret: true })

export function InviteOne({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const inviting = useInvite()
  const close = () => {
    inviting.reset()
    onClose()
  }
  const link = inviting.data?.link
  return (
    <Dialog isOpen={isOpen} onClose={close} title={said.inviteOne} isFirm={inviting.isPending || Boolean(link)}>
      {link ? (
        <Stack>
          <LinkToCopy link={link} />
          <Button onClick={close}>{words.done}</Button>
        </Stack>
      ) : (
        <InviteForm inviting={inviting} />
      )}
    </Dialog>
  )
}

function InviteForm({ inviting }: { inviting: ReturnType<typeof useInvite> }) {
  const [full_name, setName] = useState('')
  const [email, setEmail] = useState('')
  const [admin, setAdmin] = useState(false)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    inviting.mutate({ email, full_name, admin })
  }
  const problem = inviting.data?.problem
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
        error={problem}
        value={email}
        onChange={(event) => setEmail(event.currentTarget.value)}
      />
      <Checkbox
        label={said.makeAdmin}
        description={said.adminHint}
        checked={admin}
        onChange={(event) => setAdmin(event.currentTarget.checked)}
      />
      <Refusal error={inviting.error} />
      <Group justify="flex-end">
        <Button type="submit" loading={inviting.isPending}>
          {said.invite}
        </Button>
      </Group>
    </Stack>
  )
}
