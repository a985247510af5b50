/** A new link for people without an account: what it shows, how long it works, its password. */
import { Alert, Button, Checkbox, Group, Select, Stack, TextInput } from '@mantine/core'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { type OutsidePart, useMakeOutsideLink } from '../../api/outside-links.ts'
import type { Thing } from '../../api/sharing.ts'
import { words } from '../../words/words.ts'
import { refusalOf } from '../refusal.ts'
import { Secret } from '../secret.tsx'
import { nameOfPart } from './name-of-part.ts'

const { outside: said } = words
const days = [1, 7, 30, 90, 365]
const daySeconds = 86_400

type Props = { thing: Thing; parts: OutsidePart[]; onClose: () => void }

export function MakeLink({ thing, parts, onClose }: Props) {
  const [shown, show] = useState<OutsidePart[]>(['notes', 'items'])
  const [lasts, setLasts] = useState('30')
  const [password, setPassword] = useState('')
  const make = useMakeOutsideLink(thing)
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => void form.current?.scrollIntoView({ block: 'nearest' }), [])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    make.mutate({ expires_in: Number(lasts) * daySeconds, parts: shown, ...(password && { password }) })
  }
  if (make.data) {
    return (
      <Stack gap="sm">
        <Secret label={said.link} secret={make.data.url}>
          {said.made}
        </Secret>
        <Button variant="default" size="xs" style={{ alignSelf: 'flex-start' }} onClick={onClose}>
          {words.close}
        </Button>
      </Stack>
    )
  }
  return (
    <form ref={form} onSubmit={submit} style={{ scrollMarginBlock: 'var(--space-20)' }}>
      <Stack gap="sm">
        {make.isError && (
          <Alert color="red" role="alert">
            {refusalOf(make.error)}
          </Alert>
        )}
        <Checkbox.Group label={said.shows} value={shown} onChange={(value) => show(value as OutsidePart[])}>
          <Stack gap="xs" mt="xs">
            {parts.map((part) => (
              <Checkbox key={part} value={part} label={nameOfPart(part, thing)} />
            ))}
          </Stack>
        </Checkbox.Group>
        <Select
          label={said.lasts}
          data={days.map((count) => ({ value: String(count), label: said.days(count) }))}
          value={lasts}
          onChange={(value) => value && setLasts(value)}
          allowDeselect={false}
        />
        <TextInput
          label={said.password}
          description={said.passwordHint}
          autoComplete="off"
          minLength={8}
          maxLength={128}
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
        <Group gap="sm">
          <Button type="submit" disabled={shown.length === 0} loading={make.isPending}>
            {said.make}
          </Button>
          <Button variant="default" onClick={onClose}>
            {words.cancel}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
