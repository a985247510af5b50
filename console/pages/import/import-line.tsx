/** A meeting of the table: what it will be or has become, and a form to change it. */
import { ActionIcon, Anchor, Checkbox, Progress, Text } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { memo, useRef, useState } from 'react'
import type { ImportMeeting } from '../../../meeting-import/meetings.ts'
import { nameOf } from '../../../meeting-import/person.ts'
import { type Line, leaveOut } from '../../api/import-meetings.ts'
import { bytes, shortDay, shortTime } from '../../ui/format.ts'
import { Mark, type Tone } from '../../ui/mark.tsx'
import { Time } from '../../ui/time.tsx'
import { ofService } from '../../words/of-service.ts'
import { words } from '../../words/words.ts'
import { EditLine } from './edit-line.tsx'
import classes from './import.module.css'

const { import: said } = words

const tones: Record<Line['state'], Tone> = {
  ...{ ready: 'plain', known: 'quiet', sending: 'quiet', processing: 'quiet', done: 'good', failed: 'bad' },
}

export const ImportLine = memo(function ImportLine({ line, isSending }: { line: Line; isSending: boolean }) {
  const [isEdited, setEdited] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const { meeting, joins, state, isLeftOut, error, sent, total } = line
  const mayChange = !isSending && (state === 'ready' || state === 'failed')
  const close = () => {
    setEdited(false)
    requestAnimationFrame(() => button.current?.focus())
  }
  if (isEdited && mayChange) {
    return (
      <li className={classes.line}>
        <EditLine meeting={meeting} joins={joins} onDone={close} />
      </li>
    )
  }
  return (
    <li className={classes.line} data-left-out={isLeftOut || undefined}>
      <Checkbox
        size="md"
        aria-label={said.take(meeting.title)}
        checked={state === 'ready' || state === 'failed' ? !isLeftOut : state !== 'known'}
        disabled={!mayChange}
        onChange={({ currentTarget }) => leaveOut([meeting.key], !currentTarget.checked)}
      />
      <div className={classes.what}>
        <div className={classes.title}>
          <Title line={line} />
          {state !== 'ready' && <Mark tone={tones[state]}>{said.states[state]}</Mark>}
        </div>
        <Text size="sm">
          <When meeting={meeting} />
          {joins && ` · ${said.joins(joins.title, shortDay(joins.start))}`}
        </Text>
        <Text size="sm" c="dimmed">
          {contentsOf(meeting)}
        </Text>
        {state === 'sending' && total > 0 && (
          <Progress my={6} size="sm" value={(sent / total) * 100} aria-label={said.sentOf(meeting.title)} />
        )}
        {error !== null && (
          <Text size="sm" c="var(--mantine-color-error)">
            {ofService(error)}
          </Text>
        )}
      </div>
      {mayChange && (
        <ActionIcon
          ref={button}
          variant="subtle"
          color="gray"
          aria-label={said.edit(meeting.title)}
          onClick={() => setEdited(true)}
          data-row
        >
          <IconPencil size={18} stroke={1.6} />
        </ActionIcon>
      )}
    </li>
  )
})

/** Leads to the recap, where there is one. */
function Title({ line: { meeting, state, recordingId } }: { line: Line }) {
  if (recordingId === null || (state !== 'done' && state !== 'known')) {
    return (
      <Text span fw={550} dir="auto">
        {meeting.title}
      </Text>
    )
  }
  return (
    <Anchor
      fw={550}
      dir="auto"
      renderRoot={(props) => <Link to="/recap/$recordingId" params={{ recordingId }} search={{}} data-row {...props} />}
    >
      {meeting.title}
    </Anchor>
  )
}

function When({ meeting: { startedAt, hasTime } }: { meeting: ImportMeeting }) {
  if (startedAt === null) return said.noDay
  if (hasTime) return <Time at={startedAt} as={shortTime} />
  return (
    <>
      <Time at={startedAt} as={shortDay} /> ({said.noTime})
    </>
  )
}

const shownPeople = 4

/** People, what there is of the meeting, and who wrote it. */
function contentsOf({ people, transcript, speakers, notes, media, from, files }: ImportMeeting): string {
  const names = people.slice(0, shownPeople).map(nameOf)
  const others = people.length - names.length
  return [
    names.length > 0 && said.people(names, others),
    transcript && said.transcript(speakers.length),
    notes !== '' && said.notes,
    media && said.media(bytes(media.blob.size)),
    from !== '' && said.from(from),
    files.length === 1 && files[0]!.split('/').at(-1),
  ]
    .filter(Boolean)
    .join(' · ')
}
