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
  const [{ email: emailBefore, other_addresses: othersBefore = [] }] = useState(person)
  const [email, setEmail] = useState(emailBefore)
  const [others, setOthers] = useState(othersBefore.join('\n'))
  const change = useChangeAddresses(person.id)
  const hasNewEmail = email.trim() !== emailBefore
  const added = linesOf(others).filter((each) => !othersBefore.includes(each))
  const removed = othersBefore.filter((each) => !linesOf(others).includes(each))
  const save = () =>
    change.mutate({ ...(hasNewEmail && { email: email.trim() }), added, removed }, { onSuccess: onClose })
  return (
    <DialogForm
      title={said.addressesOf(person.full_name)}
      onClose={onClose}
      onSubmit={save}
      action={words.save}
      isDisabled={email.trim() === '' || (!hasNewEmail && added.length + removed.length === 0)}
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
