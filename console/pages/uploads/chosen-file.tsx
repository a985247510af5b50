/** A chosen file before it is sent: its title, the words of a transcript, the way of a calendar, or why it is refused. */
import { Button, CloseButton, Group, Text, Textarea, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { sendRest } from '../../api/running-uploads.ts'
import { unfinishedQuery } from '../../api/uploads.ts'
import { bytes } from '../../ui/format.ts'
import { words } from '../../words/words.ts'
import { CalendarFile } from './calendar-file.tsx'
import type { Chosen, ChosenFiles } from './chosen.ts'
import classes from './uploads.module.css'

const { uploads: said } = words

type Props = { chosen: Chosen; files: ChosenFiles; onEnd: () => void }

export function ChosenFile({ chosen: { file, kind, title, text }, files, onEnd }: Props) {
  const remove = <CloseButton aria-label={said.removeFile(file.name)} onClick={() => files.remove(file)} />
  if (kind === 'calendar') return <CalendarFile file={file}>{remove}</CalendarFile>
  const isNoText = kind === 'transcript' && text === null
  if (kind === 'other' || isNoText) {
    return (
      <div className={classes.chosen} data-line>
        <Text size="sm" c="var(--mantine-color-error)" role="alert" className={classes.what}>
          {isNoText ? `${file.name}: ${said.noText}` : said.notTaken(file.name)}
        </Text>
        {remove}
      </div>
    )
  }
  return (
    <div className={classes.chosen}>
      <TextInput
        flex={1}
        label={said.titleOfFile}
        description={`${file.name} · ${bytes(file.size)}`}
        required
        maxLength={255}
        value={title}
        onChange={(event) => files.change(file, { title: event.currentTarget.value })}
      />
      {remove}
      {text === null ? (
        <SendRest file={file} files={files} onEnd={onEnd} />
      ) : (
        <Textarea
          w="100%"
          label={said.transcript}
          description={said.lookHint}
          autosize
          minRows={3}
          maxRows={10}
          value={text}
          onChange={(event) => files.change(file, { text: event.currentTarget.value })}
        />
      )}
    </div>
  )
}

/** A file with the name and size of an unfinished upload may continue it: the person decides. */
function SendRest({ file, files, onEnd }: { file: File; files: ChosenFiles; onEnd: () => void }) {
  const { data: unfinished = [] } = useQuery(unfinishedQuery)
  const rest = unfinished.find((each) => each.filename === file.name && each.bytes === file.size)
  if (!rest) return null
  const send = () => {
    sendRest({ file, title: rest.title, recordingId: rest.recording_id, onEnd })
    files.remove(file)
  }
  return (
    <Group gap="xs" w="100%">
      <Text size="sm">{said.isUnfinished}</Text>
      <Button size="xs" variant="light" onClick={send}>
        {said.sendRest}
      </Button>
    </Group>
  )
}
