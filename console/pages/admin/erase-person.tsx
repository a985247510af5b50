/** Erases a person permanently: says first what is deleted, and requires their address to be typed. */
import { Alert, Button, List, Text, TextInput } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { peopleQuery, type User } from '../../api/people.ts'
import { useErase, useExportPerson } from '../../api/personal-data.ts'
import { workspaceQuery } from '../../api/workspace.ts'
import { DialogForm } from '../../ui/dialog-form.tsx'
import { noticeDone } from '../../ui/notices.ts'
import { adminWords } from '../../words/admin/words.ts'

const { erasing: said } = adminWords

type Props = { person: User; isSelf: boolean; onClose: () => void; onLift: () => void }

export function ErasePerson({ person, isSelf, onClose, onLift }: Props) {
  const { id, full_name, email } = person
  const [typed, setTyped] = useState('')
  const erase = useErase()
  const take = useExportPerson()
  const queries = useQueryClient()
  const done = () => {
    noticeDone(said.begun)
    onClose()
    // Removes their row together with the dialog: the account no longer exists.
    queries.setQueryData(peopleQuery.queryKey, (people) => people?.filter((each) => each.id !== id))
    void queries.invalidateQueries({ queryKey: peopleQuery.queryKey })
  }
  return (
    <DialogForm
      title={said.title(full_name)}
      size="lg"
      onClose={onClose}
      onSubmit={() => erase.mutate(id, { onSuccess: done })}
      action={said.action}
      isDisabled={typed.trim().toLowerCase() !== email.toLowerCase()}
      isFinal
      mutation={erase}
    >
      <Held person={person} onClose={onClose} onLift={onLift} />
      {isSelf && <Text fw={600}>{said.self}</Text>}
      <div>
        <Text>{said.goes}</Text>
        <List my="xs" size="sm">
          {said.goesWhat.map((each) => (
            <List.Item key={each}>{each}</List.Item>
          ))}
        </List>
        <Text mt="md">{said.stays}</Text>
        <List my="xs" size="sm">
          {said.staysWhat.map((each) => (
            <List.Item key={each}>{each}</List.Item>
          ))}
        </List>
      </div>
      <Text size="sm">
        {said.exportFirst}{' '}
        <Button size="compact-sm" variant="light" loading={take.isPending} onClick={() => take.mutate(person)}>
          {said.export}
        </Button>
      </Text>
      <TextInput
        label={said.confirm}
        description={<strong>{email}</strong>}
        autoComplete="off"
        spellCheck={false}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        data-autofocus
      />
    </DialogForm>
  )
}

/** A legal hold that is known before the request; one on a person that they met is not known. */
function Held({ person, onClose, onLift }: Pick<Props, 'person' | 'onClose' | 'onLift'>) {
  const { data } = useQuery(workspaceQuery)
  const isOfPerson = person.legal_hold != null
  if (!isOfPerson && data?.workspace.legal_hold == null) return null
  const lift = () => {
    onClose()
    onLift()
  }
  return (
    <Alert color="yellow" variant="light">
      <Text size="sm">{isOfPerson ? said.held : said.heldOfWorkspace}</Text>
      {isOfPerson ? (
        <Button size="compact-sm" variant="default" mt="xs" onClick={lift}>
          {adminWords.holds.lift}
        </Button>
      ) : (
        <Link to="/admin" search={{ tab: 'settings' }}>
          {said.toHold}
        </Link>
      )}
    </Alert>
  )
}
