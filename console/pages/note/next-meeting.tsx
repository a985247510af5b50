/** Makes the next meeting after this one: when, with whom, what it takes over, and who gets a calendar file. */
import { Button, Checkbox, Loader, Stack, Text, TextInput } from '@mantine/core'
import type { Note } from '@minutebook/client'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { midnightOf } from '../../../meeting-import/whole-days.ts'
import { type Next, nextMeetingQuery, useMakeNext } from '../../api/next-meeting.ts'
import { MomentField } from '../../ui/day-fields.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { DialogForm } from '../../ui/dialog-form.tsx'
import { hour, longDay } from '../../ui/format.ts'
import { Refusal } from '../../ui/section.tsx'
import { Receivers } from '../../ui/sharing/receivers.tsx'
import { words } from '../../words/words.ts'

const { next: said } = words.note

export function NextMeeting({ note, onClose }: { note: Note; onClose: () => void }) {
  const { data, error } = useQuery(nextMeetingQuery(note.id))
  if (data) return <Form noteId={note.id} next={data} onClose={onClose} />
  return (
    <Dialog isOpen onClose={onClose} title={said.title}>
      {error ? <Refusal error={error} /> : <Loader size="sm" aria-label={words.states.loading} />}
    </Dialog>
  )
}

type FormProps = { noteId: string; next: Next; onClose: () => void }

/** What is not changed is left to the service, which knows more than the minute. */
function Form({ noteId, next, onClose }: FormProps) {
  const [start, setStart] = useState(next.start)
  const [title, setTitle] = useState(next.title)
  const [to, setTo] = useState(() => next.people.map(({ id }) => id))
  const [outsiders, setOutsiders] = useState<string[]>([])
  const [sends, setSends] = useState(false)
  const make = useMakeNext(noteId)
  if (make.data) return <Made made={make.data} isAllDay={next.is_all_day} onClose={onClose} />
  const isThere = next.note_id !== null
  const mails = sends && to.length + outsiders.length > 0
  const submit = () =>
    make.mutate({
      ...(!isThere && start !== next.start && { start }),
      ...(!isThere && title !== next.title && { title }),
      send_invitation: mails,
      ...(mails ? { to, outsiders } : { to: [], outsiders: [] }),
    })
  return (
    <DialogForm
      title={said.title}
      onClose={onClose}
      onSubmit={submit}
      action={isThere ? said.takeOver : said.make}
      isDisabled={start === '' || title.trim() === ''}
      mutation={make}
    >
      {isThere ? (
        <Text>{said.isThere(next.title, whenOf(next))}</Text>
      ) : (
        <>
          <TextInput
            label={words.note.name}
            required
            maxLength={255}
            value={title}
            onChange={(event) => setTitle(event.currentTarget.value)}
          />
          {next.is_all_day ? (
            <Text>{whenOf(next)}</Text>
          ) : (
            <MomentField label={said.when} isRequired value={start} onChange={setStart} />
          )}
        </>
      )}
      <Text size="sm" c="dimmed">
        {said.carries(next.headings, next.items)}
      </Text>
      {next.mail && next.people.length + next.outsiders.length > 0 && (
        <Stack gap="xs">
          <Checkbox
            label={said.sends}
            description={said.sendsHint}
            checked={sends}
            onChange={(event) => setSends(event.currentTarget.checked)}
          />
          {sends && (
            <Stack gap="md" ps="xl">
              <Receivers
                people={next.people}
                to={to}
                onTo={setTo}
                outside={next.outsiders}
                outsiders={outsiders}
                onOutsiders={setOutsiders}
              />
            </Stack>
          )}
        </Stack>
      )}
    </DialogForm>
  )
}

const whenOf = ({ start, is_all_day }: Pick<Next, 'start' | 'is_all_day'>) =>
  is_all_day ? longDay(midnightOf(start)) : `${longDay(start)}, ${hour(start)}`

type MadeProps = { made: NonNullable<ReturnType<typeof useMakeNext>['data']>; isAllDay: boolean; onClose: () => void }

function Made({ made: { note, sent, sent_outside }, isAllDay, onClose }: MadeProps) {
  const receivers = [...sent.map(({ full_name }) => full_name), ...sent_outside]
  return (
    <Dialog isOpen onClose={onClose} title={said.title}>
      <Stack gap="md" role="status">
        <Text>{said.made(note.title, whenOf({ start: note.event_start, is_all_day: isAllDay }))}</Text>
        {receivers.length > 0 && <Text>{words.sharing.mailing.sent(receivers.join(', '))}</Text>}
        <Button
          onClick={onClose}
          renderRoot={(props) => <Link to="/note/$noteId" params={{ noteId: note.id }} {...props} />}
        >
          {said.open}
        </Button>
      </Stack>
    </Dialog>
  )
}
