/** Creates a key; its secret is shown only once. */
import { Button, Checkbox, Group, Radio, Select, Stack, Text, TextInput, VisuallyHidden } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { curlOf } from '../../api/curl.ts'
import { type Scope, scopeNames, useMakeKey } from '../../api/keys.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Copyable, Secret } from '../../ui/secret.tsx'
import { Refusal } from '../../ui/section.tsx'
import { words } from '../../words/words.ts'

const { newKey: said } = words

type Props = { isOpen: boolean; onClose: () => void; mayBeSuperAdmin: boolean }

export function NewKey({ isOpen, onClose, mayBeSuperAdmin }: Props) {
  const make = useMakeKey()
  const close = () => {
    make.reset()
    onClose()
  }
  return (
    <Dialog isOpen={isOpen} onClose={close} title={said.title} isFirm={make.isPending || Boolean(make.data)}>
      {make.data ? (
        <Stack>
          <Secret label={said.secret} secret={make.data.secret}>
            {said.once}
          </Secret>
          <InShell secret={make.data.secret} />
          <Button onClick={close}>{words.done}</Button>
        </Stack>
      ) : (
        <KeyForm make={make} mayBeSuperAdmin={mayBeSuperAdmin} />
      )}
    </Dialog>
  )
}

/** Lines that set the shell variable which the curl lines of this page use. */
function InShell({ secret }: { secret: string }) {
  const me = { method: 'GET', url: `${location.origin}/api/v1/me`, body: '', onBehalfOf: null }
  return (
    <div>
      <Text size="sm" mb={6}>
        {said.inShell}
      </Text>
      <Copyable label={said.shell} text={`export MINUTEBOOK_KEY='${secret}'\n${curlOf(me)}`} />
    </div>
  )
}

const dayMs = 86_400_000

function KeyForm({ make, mayBeSuperAdmin }: { make: ReturnType<typeof useMakeKey>; mayBeSuperAdmin: boolean }) {
  const [name, setName] = useState('')
  const [kind, setKind] = useState('all')
  const [scopes, setScopes] = useState<string[]>(['read'])
  const [days, setDays] = useState('0')
  const [isSuper, setIsSuper] = useState(false)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const expires_at = days === '0' ? null : new Date(Date.now() + Number(days) * dayMs).toISOString()
    make.mutate({ name, expires_at, super_admin: isSuper, scopes: kind === 'all' ? null : (scopes as Scope[]) })
  }
  return (
    <Stack component="form" onSubmit={submit} gap="lg">
      <TextInput
        label={said.name}
        placeholder={said.nameHint}
        required
        maxLength={255}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        data-autofocus
      />
      <Scopes kind={kind} setKind={setKind} scopes={scopes} setScopes={setScopes} />
      <Select label={said.expiry} data={said.expiries} value={days} onChange={(value) => setDays(value ?? '0')} />
      {mayBeSuperAdmin && (
        <Checkbox
          label={said.superAdmin}
          description={said.superAdminHint}
          checked={isSuper}
          onChange={(event) => setIsSuper(event.currentTarget.checked)}
        />
      )}
      <Refusal error={make.error} />
      <Group justify="flex-end">
        <Button type="submit" loading={make.isPending} disabled={kind === 'some' && scopes.length === 0}>
          {said.make}
        </Button>
      </Group>
    </Stack>
  )
}

type ScopesProps = {
  kind: string
  setKind: (kind: string) => void
  scopes: string[]
  setScopes: (scopes: string[]) => void
}

function Scopes({ kind, setKind, scopes, setScopes }: ScopesProps) {
  return (
    <Radio.Group label={said.scopes} value={kind} onChange={setKind}>
      <Stack gap="xs" mt={6}>
        <Radio value="all" label={said.all} />
        <Radio value="some" label={said.some} />
        {kind === 'some' && (
          <Checkbox.Group value={scopes} onChange={setScopes} label={<VisuallyHidden>{said.scopes}</VisuallyHidden>}>
            <Stack gap="xs" pl={32}>
              {scopeNames.map((scope) => (
                <Checkbox key={scope} value={scope} label={scope} description={said.scopeHints[scope]} />
              ))}
            </Stack>
          </Checkbox.Group>
        )}
      </Stack>
    </Radio.Group>
  )
}
