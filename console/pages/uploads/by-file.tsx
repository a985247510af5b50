/** Files that were dropped or chosen, each with its title, before they are sent. Transcripts among them are sent as text. */
import { Button, CloseButton, Group, Stack, Text, TextInput } from '@mantine/core'
import { Dropzone } from '@mantine/dropzone'
import '@mantine/dropzone/styles.css'
import { IconUpload } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { sendFile, sendRest } from '../../api/running-uploads.ts'
import { type Details, type Unfinished, unfinishedQuery, uploadsKey, useSubmit } from '../../api/uploads.ts'
import { bytes } from '../../ui/format.ts'
import { Refusal } from '../../ui/section.tsx'
import { words } from '../../words/words.ts'
import { isTextFile, readText } from './text-file.ts'
import classes from './uploads.module.css'

const { uploads: said } = words

type Chosen = { file: File; title: string }

export function ByFile({ details, children }: { details: Details; children: ReactNode }) {
  const [chosen, setChosen] = useState<Chosen[]>([])
  const [noText, setNoText] = useState<File | null>(null)
  const submit = useSubmit()
  const queries = useQueryClient()
  const onEnd = () => void queries.invalidateQueries({ queryKey: uploadsKey })
  const without = (file: File) => setChosen((rest) => rest.filter((each) => each.file !== file))
  const send = async () => {
    for (const { file, title } of chosen) {
      if (!isTextFile(file)) sendFile({ file, title: title.trim(), details, onEnd })
      else {
        const text = await readText(file)
        if (text === null) return setNoText(file)
        await submit.mutateAsync({ title: title.trim(), details, content: { transcript: { text } } })
      }
      without(file)
    }
  }
  return (
    <Stack gap="md">
      <Dropzone
        onDrop={(files) => setChosen([...chosen, ...files.map((file) => ({ file, title: titleOf(file) }))])}
        className={classes.drop}
        inputProps={{ 'aria-label': said.choose }}
      >
        <Stack align="center" gap={6}>
          <IconUpload size={28} stroke={1.4} />
          <Text fw={550}>{said.drop}</Text>
          <Text size="sm" c="dimmed" ta="center">
            {said.dropHint}
          </Text>
        </Stack>
      </Dropzone>
      {chosen.map(({ file, title }) => (
        <ChosenFile
          key={`${file.name} ${file.size} ${file.lastModified}`}
          file={file}
          title={title}
          isNoText={file === noText}
          onRemove={() => without(file)}
          onTitle={(title) => setChosen(chosen.map((each) => (each.file === file ? { file, title } : each)))}
          onRest={({ recording_id: recordingId, title }) => {
            sendRest({ file, title, recordingId, onEnd })
            without(file)
          }}
        />
      ))}
      {chosen.length > 0 && (
        <>
          {children}
          <Refusal error={submit.error} />
          <Group justify="flex-end">
            <Button
              onClick={() => void send().catch(() => {})}
              loading={submit.isPending}
              disabled={chosen.some(({ title }) => title.trim() === '')}
            >
              {said.send(chosen.length)}
            </Button>
          </Group>
        </>
      )}
    </Stack>
  )
}

type FileProps = Chosen & {
  isNoText: boolean
  onTitle: (title: string) => void
  onRemove: () => void
  onRest: (rest: Unfinished) => void
}

/** A file with the name and size of an unfinished upload may continue it: the person decides. */
function ChosenFile({ file, title, isNoText, onTitle, onRemove, onRest }: FileProps) {
  const { data: unfinished = [] } = useQuery(unfinishedQuery)
  const rest = unfinished.find((each) => each.filename === file.name && each.bytes === file.size)
  return (
    <div className={classes.chosen}>
      <TextInput
        flex={1}
        label={said.titleOfFile}
        description={`${file.name} · ${bytes(file.size)}`}
        required
        maxLength={255}
        error={isNoText && said.noText}
        value={title}
        onChange={(event) => onTitle(event.currentTarget.value)}
      />
      <CloseButton aria-label={said.removeFile(file.name)} onClick={onRemove} />
      {rest && (
        <Group gap="xs" w="100%">
          <Text size="sm">{said.isUnfinished}</Text>
          <Button size="xs" variant="light" onClick={() => onRest(rest)}>
            {said.sendRest}
          </Button>
        </Group>
      )}
    </div>
  )
}

/** A title from the name of the file: without extension, with spaces instead of separators. */
function titleOf({ name }: File): string {
  const base = name
    .replace(/\.[^.]{1,5}$/, '')
    .replaceAll('_', ' ')
    .trim()
  return (base || name).slice(0, 255)
}
