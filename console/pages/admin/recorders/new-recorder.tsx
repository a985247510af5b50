/** Adds a recorder, then shows the address to register at its service. */
import { Button, Group, PasswordInput, Radio, Stack, Text, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import type { Kind } from '../../../api/recorder.ts'
import { useAddRecorder } from '../../../api/recorders.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import entries from '../../../ui/entries.module.css'
import { adminWords } from '../../../words/admin/words.ts'
import { words } from '../../../words/words.ts'
import { Address } from './address.tsx'
import { type Draft, emptyDraft, hostedAt, isComplete, termsOf, toRequest } from './draft.ts'
import { groups } from './groups.ts'
import { PersonOfRecorder } from './person-of-recorder.tsx'
import { OtherRefusal, type RefusedFields, refusedFields } from './refused-fields.tsx'
import { SecretField } from './secret-field.tsx'
import { SendsBotsField } from './sends-bots-field.tsx'
import { TakesField } from './takes-field.tsx'

const { recorders: said } = adminWords

export function NewRecorder({ onClose }: { onClose: () => void }) {
  const add = useAddRecorder()
  const made = add.data
  return (
    <Dialog isOpen onClose={onClose} title={made ? said.addressFor(said.kinds[made.kind]) : said.add} size="lg">
      {made ? <Address recorder={made} onClose={onClose} /> : <RecorderForm add={add} onClose={onClose} />}
    </Dialog>
  )
}

function RecorderForm({ add, onClose }: { add: ReturnType<typeof useAddRecorder>; onClose: () => void }) {
  const [draft, setDraft] = useState(emptyDraft)
  // Other fields may change while a file is being read.
  const set = (fields: Partial<Draft>) => setDraft((now) => ({ ...now, ...fields }))
  const { kind, takes, user, sends_bots } = draft
  const refused = refusedFields(add.error, kind)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    add.mutate(toRequest(draft))
  }
  const choose = (next: string) => {
    add.reset()
    set({ kind: next as Kind, secret: '', base_url: hostedAt[next as Kind] ?? '' })
  }
  return (
    <Stack component="form" onSubmit={submit} gap="md">
      <Radio.Group label={said.service} value={kind} onChange={choose}>
        {groups.map(({ title, kinds }) => (
          <div key={title}>
            <Text size="sm" c="dimmed" mt={6}>
              {title}
            </Text>
            <Group gap="lg" mt={4}>
              {kinds.map((name) => (
                <Radio key={name} value={name} label={said.kinds[name]} />
              ))}
            </Group>
          </div>
        ))}
      </Radio.Group>
      <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
        {said.steps[kind]} {said.allSteps}
      </Text>
      <TermFields draft={draft} refused={refused} onChange={set} />
      <SecretField
        key={kind}
        kind={kind}
        value={draft.secret}
        error={refused.secret}
        onChange={(secret) => set({ secret })}
      />
      <TakesField kind={kind} value={takes} onChange={(takes) => set({ takes })} />
      <PersonOfRecorder kind={kind} value={user} error={refused.user} onChange={(user) => set({ user })} />
      <SendsBotsField kind={kind} value={sends_bots} onChange={(sends_bots) => set({ sends_bots })} />
      <OtherRefusal error={add.error} refused={refused} />
      <Group justify="flex-end" className={entries.foot}>
        <Button variant="default" onClick={onClose}>
          {words.cancel}
        </Button>
        <Button type="submit" loading={add.isPending} disabled={!isComplete(draft)}>
          {said.addNow}
        </Button>
      </Group>
    </Stack>
  )
}

type TermsProps = { draft: Draft; refused: RefusedFields; onChange: (fields: Partial<Draft>) => void }

/** The fields that only this kind has. */
function TermFields({ draft, refused, onChange }: TermsProps) {
  return termsOf[draft.kind].map((term) => {
    const Input = term === 'api_key' ? PasswordInput : TextInput
    return (
      <Input
        key={term}
        label={said.terms[term]}
        description={said.termHints[term]}
        error={refused[term]}
        required
        spellCheck={false}
        autoComplete="off"
        value={draft[term]}
        onChange={(event) => onChange({ [term]: event.currentTarget.value })}
      />
    )
  })
}
