/** The addresses of an account: the current one, which signs in, and others that are invited. */
import { Text, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import { type User, useChangeAddresses } from '../../api/people.ts'
import { DialogForm } from '../../ui/dialog-form.tsx'
import { adminWords } from '../../words/admin/words.ts'
import { words } from '../../words/words.ts'

const { people: said } = adminWords

const linesOf = (text: string) => text.split(/[\s,;]+/).filter(Boolean)

export function PersonAddresses({ person, onClose }: { person: User; onClose: () => void }) {
  const before = { email: person.email, others: (person.other_addresses ?? []).join('\n') }
  const [email, setEmail] = useState(before.email)
  const [others, setOthers] = useState(before.others)
  const change = useChangeAddresses(person.id)
  const save = () =>
    change.mutate(
      {
        ...(email.trim() !== before.email && { email: email.trim() }),
        ...(others !== before.others && { other_addresses: linesOf(others) }),
      },
      { onSuccess: onClose },
    )
  return (
    <DialogForm
      title={said.addressesOf(person.full_name)}
      onClose={onClose}
      onSubmit={save}
      action={words.save}
      isDisabled={email.trim() === '' || (email.trim() === before.email && others === before.others)}
      mutation={change}
    >
      <Text size="sm">{said.addressesWhat}</Text>
      <TextInput
        type="email"
        label={said.email}
        description={said.currentHint}
        required
        value={email}
        onChange={(event) => setEmail(event.currentTarget.value)}
        data-autofocus
      />
      <Textarea
        label={said.otherAddresses}
        description={said.othersHint}
        autosize
        minRows={2}
        value={others}
        onChange={(event) => setOthers(event.currentTarget.value)}
      />
    </DialogForm>
  )
}
