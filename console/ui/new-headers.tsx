/** Fields for new headers of a webhook; their values are shown only here. */
import { ActionIcon, Button, Group, Stack, TextInput } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import type { Header } from '../api/webhooks.ts'
import { words } from '../words/words.ts'

const { headers: said } = words

/** The service's limits. */
export const headerLimits = { count: 10, name: 64, value: 1_024 }

type Props = {
  headers: Header[]
  /** How many more there may be. */
  most: number
  onChange: (headers: Header[]) => void
}

export function NewHeaders({ headers, most, onChange }: Props) {
  const set = (at: number, change: Partial<Header>) =>
    onChange(headers.map((header, index) => (index === at ? { ...header, ...change } : header)))
  return (
    <Stack gap="sm">
      {headers.map((header, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a header has no name before it is typed
        <Group key={index} gap="xs" align="flex-end">
          <TextInput
            // Of two headers with the same name only the last would be sent.
            ref={(input) => input?.setCustomValidity(isRepeated(headers, index) ? said.repeated : '')}
            label={said.name}
            placeholder="Authorization"
            maxLength={headerLimits.name}
            spellCheck={false}
            autoComplete="off"
            style={{ flex: '1 1 140px' }}
            // A value without a name would be dropped silently.
            required={header.value !== ''}
            withAsterisk={false}
            value={header.name}
            onChange={(event) => set(index, { name: event.currentTarget.value })}
          />
          <TextInput
            label={said.value}
            maxLength={headerLimits.value}
            spellCheck={false}
            autoComplete="off"
            style={{ flex: '2 1 180px' }}
            required={header.name.trim() !== ''}
            withAsterisk={false}
            value={header.value}
            onChange={(event) => set(index, { value: event.currentTarget.value })}
          />
          <ActionIcon
            variant="subtle"
            color="gray"
            size="lg"
            aria-label={said.drop(header.name)}
            onClick={() => onChange(headers.filter((_, at) => at !== index))}
          >
            <IconX size={16} />
          </ActionIcon>
        </Group>
      ))}
      {headers.length < most && (
        <Button
          variant="default"
          size="xs"
          style={{ alignSelf: 'flex-start' }}
          onClick={() => onChange([...headers, { name: '', value: '' }])}
        >
          {said.add}
        </Button>
      )}
    </Stack>
  )
}

/** Whether an earlier header has the same name, ignoring case. */
function isRepeated(headers: Header[], index: number): boolean {
  const nameAt = (at: number) => headers[at]!.name.trim().toLowerCase()
  return nameAt(index) !== '' && headers.slice(0, index).some((_, before) => nameAt(before) === nameAt(index))
}
