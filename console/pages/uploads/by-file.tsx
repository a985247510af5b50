/** Files that were dropped or chosen. Recordings and transcripts are sent with their details, calendars are imported. */
import { Button, Group, Stack, Text } from '@mantine/core'
import { Dropzone } from '@mantine/dropzone'
import '@mantine/dropzone/styles.css'
import { IconUpload } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { sendFile } from '../../api/running-uploads.ts'
import { type Details, uploadsKey, useSubmit } from '../../api/uploads.ts'
import { Refusal } from '../../ui/section.tsx'
import { words } from '../../words/words.ts'
import { type Chosen, type ChosenFiles, keyOf } from './chosen.ts'
import { ChosenFile } from './chosen-file.tsx'
import classes from './uploads.module.css'

const { uploads: said } = words

type Props = { details: Details; chosen: ChosenFiles; children: ReactNode }

export function ByFile({ details, chosen, children }: Props) {
  const submit = useSubmit()
  const queries = useQueryClient()
  const onEnd = () => void queries.invalidateQueries({ queryKey: uploadsKey })
  const ready = chosen.all.filter(({ kind, text }) => kind === 'media' || (kind === 'transcript' && text !== null))
  const send = async () => {
    for (const { file, kind, title, text } of ready) {
      if (kind === 'media') sendFile({ file, title: title.trim(), details, onEnd })
      else await submit.mutateAsync({ title: title.trim(), details, content: { transcript: { text: text! } } })
      chosen.remove(file)
    }
  }
  return (
    <Stack gap="md">
      <Dropzone
        onDrop={(files) => void chosen.add(files)}
        className={classes.drop}
        // The button below is for keys; its press, like any in here, is the field's.
        activateOnKeyboard={false}
        inputProps={{ 'aria-hidden': true }}
      >
        <Stack align="center" gap={6}>
          <IconUpload size={28} stroke={1.4} />
          <Text fw={550} ta="center">
            {said.drop}
          </Text>
          <Text size="sm" c="dimmed" ta="center">
            {said.dropHint}
          </Text>
          <Button variant="default" mt="xs">
            {said.choose}
          </Button>
        </Stack>
      </Dropzone>
      {chosen.all.map((each) => (
        <ChosenFile key={keyOf(each.file)} chosen={each} files={chosen} onEnd={onEnd} />
      ))}
      {ready.length > 0 && (
        <>
          {children}
          <Refusal error={submit.error} />
          <Group justify="flex-end">
            <Button
              onClick={() => void send().catch(() => {})}
              loading={submit.isPending}
              disabled={!ready.every(isComplete)}
            >
              {said.send(ready.length)}
            </Button>
          </Group>
        </>
      )}
    </Stack>
  )
}

const isComplete = ({ kind, title, text }: Chosen) => title.trim() !== '' && (kind === 'media' || text?.trim() !== '')
