/** The days after which old data is deleted. Before deleting more, shows how much and asks. */
import { Button, Group, Stack, Text, TextInput, Title } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { type FormEvent, useState } from 'react'
import { type RetentionDays as Days, type Settings, useChangeWorkspace } from '../../api/workspace.ts'
import { Confirm } from '../../ui/confirm.tsx'
import { noticeDone } from '../../ui/notices.ts'
import { adminWords } from '../../words/admin/words.ts'
import { words } from '../../words/words.ts'
import { isShorter, readDays } from './days.ts'
import { RetentionPreview } from './retention-preview.tsx'

const { retentionDays: said } = adminWords
const names = ['transcripts', 'media', 'everything'] as const
type Name = (typeof names)[number]

const each = <Value,>(of: (name: Name) => Value) =>
  Object.fromEntries(names.map((name) => [name, of(name)])) as Record<Name, Value>

export function RetentionDays({ settings }: { settings: Settings }) {
  const before = settings.retention_days
  const [typed, setTyped] = useState(each((name) => String(before[name] ?? '')))
  const [asks, ask] = useDisclosure(false)
  const change = useChangeWorkspace()
  const read = each((name) => readDays(typed[name]))
  const isRight = names.every((name) => read[name] !== undefined)
  const wanted = read as Days
  const goes = isRight ? names.filter((name) => isShorter(wanted[name], before[name])) : []
  // Sends only changed fields: another administrator may have changed the rest.
  const changed = names.filter((name) => read[name] !== before[name])
  const save = () =>
    change.mutate(
      { retention_days: Object.fromEntries(changed.map((name) => [name, wanted[name]])) },
      { onSuccess: () => noticeDone(adminWords.settings.saved), onSettled: ask.close },
    )
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (goes.length > 0) ask.open()
    else save()
  }
  return (
    <div>
      <Title order={3} size="h5" mb={6}>
        {said.title}
      </Title>
      <Stack component="form" onSubmit={submit} gap="sm" align="flex-start">
        <Text size="sm">{said.about}</Text>
        <Group align="flex-start" gap="md">
          {names.map((name) => (
            <TextInput
              key={name}
              label={said.labels[name]}
              description={name === 'everything' ? said.everythingHint : undefined}
              inputWrapperOrder={['label', 'input', 'description', 'error']}
              placeholder={said.forEver}
              inputMode="numeric"
              maxLength={6}
              w={190}
              error={read[name] === undefined && said.wrong}
              value={typed[name]}
              onChange={(event) => setTyped({ ...typed, [name]: event.currentTarget.value })}
            />
          ))}
        </Group>
        {settings.legal_hold != null && <Text size="sm">{said.held}</Text>}
        <Button type="submit" variant="default" disabled={!isRight || changed.length === 0} loading={change.isPending}>
          {words.save}
        </Button>
      </Stack>
      <Confirm
        isOpen={asks}
        onClose={ask.close}
        title={said.askTitle}
        action={said.askAction}
        isPending={change.isPending}
        onConfirm={save}
      >
        <RetentionPreview days={Object.fromEntries(goes.map((name) => [name, wanted[name]!]))} />
      </Confirm>
    </div>
  )
}
