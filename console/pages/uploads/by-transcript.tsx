/** A transcript that is pasted or chosen: captions, or lines of plain text. */
import { Button, FileButton, Group, Stack, Textarea, TextInput } from '@mantine/core'
import { type FormEvent, type ReactNode, useState } from 'react'
import { type Details, useSubmit } from '../../api/uploads.ts'
import { Refusal } from '../../ui/section.tsx'
import { words } from '../../words/words.ts'
import { readText } from './chosen.ts'
import { titleOfFile } from './kind-of-file.ts'

const { uploads: said } = words

export function ByTranscript({ details, children }: { details: Details; children: ReactNode }) {
  const [title, setTitle] = useState('')
  const [text, setText] = useState('')
  const [isNoText, setIsNoText] = useState(false)
  const submit = useSubmit()
  const take = async (file: File | null | undefined) => {
    if (!file) return
    const read = await readText(file)
    setIsNoText(read === null)
    if (read === null) return
    setText(read)
    if (!title) setTitle(titleOfFile(file))
  }
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    const onSuccess = () => {
      setTitle('')
      setText('')
    }
    submit.mutate({ title: title.trim(), details, content: { transcript: { text } } }, { onSuccess })
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
        <Textarea
          label={said.transcript}
          description={said.transcriptHint}
          placeholder={said.transcriptExample}
          required
          autosize
          minRows={6}
          maxRows={16}
          error={isNoText && said.noText}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        {children}
        <Refusal error={submit.error} />
        <Group justify="space-between">
          <FileButton accept=".vtt,.srt,.txt,text/vtt,text/plain" onChange={(file) => void take(file)}>
            {(props) => (
              <Button {...props} variant="default">
                {said.transcriptFile}
              </Button>
            )}
          </FileButton>
          <Button type="submit" loading={submit.isPending} disabled={title.trim() === '' || text.trim() === ''}>
            {said.send(1)}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
