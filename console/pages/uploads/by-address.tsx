/** Media that the service fetches from an address. */
import { Button, Group, Stack, TextInput } from '@mantine/core'
import { type FormEvent, type ReactNode, useState } from 'react'
import { type Details, useSubmit } from '../../api/uploads.ts'
import { Refusal } from '../../ui/section.tsx'
import { words } from '../../words/words.ts'

const { uploads: said } = words

export function ByAddress({ details, children }: { details: Details; children: ReactNode }) {
  const [title, setTitle] = useState('')
  const [url, setUrl] = useState('')
  const submit = useSubmit()
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    const onSuccess = () => {
      setTitle('')
      setUrl('')
    }
    submit.mutate({ title: title.trim(), details, content: { url: url.trim() } }, { onSuccess })
  }
  return (
    <form onSubmit={onSubmit}>
      <Stack gap="md">
        <TextInput
          label={said.titleOfFile}
          required
          maxLength={255}
          value={title}
          onChange={(event) => setTitle(event.currentTarget.value)}
        />
        <TextInput
          type="url"
          label={said.address}
          description={said.addressHint}
          placeholder="https://"
          required
          maxLength={8_192}
          autoComplete="off"
          value={url}
          onChange={(event) => setUrl(event.currentTarget.value)}
        />
        {children}
        <Refusal error={submit.error} />
        <Group justify="flex-end">
          <Button type="submit" loading={submit.isPending} disabled={title.trim() === '' || url.trim() === ''}>
            {said.send(1)}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
