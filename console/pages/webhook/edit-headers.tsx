/** Changes, removes and adds headers of a webhook. Stored values cannot be read. */
import { Button, Group, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { type Header, headersOf, useChangeHeaders, type Webhook } from '../../api/webhooks.ts'
import { DialogForm } from '../../ui/dialog-form.tsx'
import { headerLimits, NewHeaders } from '../../ui/new-headers.tsx'
import { noticeDone } from '../../ui/notices.ts'
import { words } from '../../words/words.ts'

const { headers: said } = words

/** By name: null removes the header, a text is its new value; others stay. */
type Changes = Record<string, string | null>

export function EditHeaders({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const names = webhook.header_names ?? []
  const [changes, setChanges] = useState<Changes>({})
  const [added, setAdded] = useState<Header[]>([])
  const change = useChangeHeaders(webhook.id)
  const wanted = { ...changes, ...headersOf(added) }
  const left = names.filter((name) => changes[name] !== null).length
  const isUnfinished = Object.values(wanted).includes('') || added.some(({ name, value }) => !name.trim() && value)
  const save = () =>
    change.mutate(wanted, {
      onSuccess: () => {
        noticeDone(said.saved)
        onClose()
      },
    })
  const put = (name: string, value: string | null | undefined) => {
    const { [name]: _, ...others } = changes
    setChanges(value === undefined ? others : { ...others, [name]: value })
  }
  return (
    <DialogForm
      title={said.title}
      size="lg"
      onClose={onClose}
      onSubmit={save}
      action={words.save}
      isDisabled={Object.keys(wanted).length === 0 || isUnfinished}
      mutation={change}
    >
      <Text size="sm">{said.about}</Text>
      {names.map((name) => (
        <Kept key={name} name={name} change={changes[name]} onChange={(value) => put(name, value)} />
      ))}
      <NewHeaders headers={added} most={headerLimits.count - left} onChange={setAdded} />
    </DialogForm>
  )
}

type KeptProps = {
  name: string
  change: string | null | undefined
  onChange: (value: string | null | undefined) => void
}

function Kept({ name, change, onChange }: KeptProps) {
  return (
    <Group gap="xs" align="center">
      <div style={{ flex: '1 1 160px', minWidth: 0 }}>
        <Text
          ff="monospace"
          size="sm"
          td={change === null ? 'line-through' : undefined}
          style={{ overflowWrap: 'anywhere' }}
        >
          {name}
        </Text>
        <Text size="xs" c="dimmed">
          {change === undefined ? said.kept : change === null ? said.goes : said.replaced}
        </Text>
      </div>
      {typeof change === 'string' && (
        <TextInput
          aria-label={said.valueOf(name)}
          placeholder={said.value}
          maxLength={headerLimits.value}
          spellCheck={false}
          autoComplete="off"
          style={{ flex: '2 1 180px' }}
          value={change}
          onChange={(event) => onChange(event.currentTarget.value)}
          data-autofocus
        />
      )}
      {change === undefined ? (
        <Group gap="xs">
          <Button size="xs" variant="default" aria-label={said.replaceOf(name)} onClick={() => onChange('')}>
            {said.replace}
          </Button>
          <Button size="xs" variant="default" aria-label={said.removeOf(name)} onClick={() => onChange(null)}>
            {said.remove}
          </Button>
        </Group>
      ) : (
        <Button size="xs" variant="default" aria-label={said.keepOf(name)} onClick={() => onChange(undefined)}>
          {said.keep}
        </Button>
      )}
    </Group>
  )
}
