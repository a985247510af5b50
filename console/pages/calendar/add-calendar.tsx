/** Adds a feed by its address, or reads a file once. */
import { Button, FileButton, Group, Stack, Text, TextInput } from '@mantine/core'
import { IconFileImport } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import type { useImport } from '../../api/calendar.ts'
import { refusalOf } from '../../ui/refusal.ts'
import { Refusal } from '../../ui/section.tsx'
import { words } from '../../words/words.ts'

const { calendar: said } = words

export function AddCalendar({ importing }: { importing: ReturnType<typeof useImport> }) {
  const [url, setUrl] = useState('')
  const isByAddress = importing.variables && 'url' in importing.variables
  const submit = (event: FormEvent) => {
    event.preventDefault()
    importing.mutate({ url: url.trim() }, { onSuccess: () => setUrl('') })
  }
  return (
    <Stack gap="sm">
      <form onSubmit={submit}>
        <Group align="flex-end" gap="xs">
          <TextInput
            type="url"
            flex="1 1 260px"
            label={said.address}
            description={said.addressHint}
            placeholder="https://"
            maxLength={8_192}
            // The address of a feed is a secret: anyone who knows it reads the calendar.
            autoComplete="off"
            spellCheck={false}
            error={isByAddress && importing.error ? refusalOf(importing.error) : undefined}
            errorProps={{ role: 'alert' }}
            // Above the field, so that the button stays beside it.
            inputWrapperOrder={['label', 'description', 'error', 'input']}
            value={url}
            onChange={(event) => setUrl(event.currentTarget.value)}
          />
          <Button type="submit" disabled={url.trim() === ''} loading={importing.isPending && isByAddress}>
            {said.add}
          </Button>
        </Group>
      </form>
      <Group gap="sm">
        <FileButton accept=".ics,text/calendar" onChange={(file) => file && importing.mutate({ file })}>
          {(props) => (
            <Button
              {...props}
              variant="default"
              leftSection={<IconFileImport size={18} stroke={1.6} />}
              loading={importing.isPending && !isByAddress}
            >
              {said.file}
            </Button>
          )}
        </FileButton>
        <Text size="sm" c="dimmed">
          {said.fileHint}
        </Text>
      </Group>
      {!isByAddress && <Refusal error={importing.error} />}
    </Stack>
  )
}
